/** Thrown while an automaton is built and caught where the building began. The message is `NotRegular`'s `because`. */
export class Irregular extends Error {}
