/** Why a packed file cannot be unpacked any further, in words. */
export class PackedFault extends Error {}
