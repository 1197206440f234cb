import { PackedFault } from "./packed-fault.ts";

/** What zstd's levels up to 19 use. A wider one costs memory, and time with every block. */
const widestWindow = 8_388_608;

/** Bytes that may be moved while all blocks are unpacked, a window for each: 1 GiB in blocks of the usual size needs half. */
const mostMoved = 137_438_953_472;

/** Reads the outline of zstd frames (RFC 8878) before they are unpacked. Throws `PackedFault` for what would cost too much. */
export interface FrameGuard {
  /** Looks at the next bytes of the file. */
  pass(bytes: Uint8Array): void;
}

/** A guard at the beginning of a file. */
export function frameGuard(): FrameGuard {
  return new Frames();
}

const magic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;

/** What stands next in the file. */
type Part = "frame" | "descriptor" | "header" | "skippable" | "block";

class Frames implements FrameGuard {
  #part: Part = "frame";
  #held: number[] = [];
  #needed = 4;
  #toSkip = 0;
  #window = 0;
  #descriptor = 0;
  #moved = 0;

  pass(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#toSkip > 0) {
        const skipped = Math.min(this.#toSkip, bytes.length - at);
        this.#toSkip -= skipped;
        at += skipped;
        continue;
      }
      this.#held.push(bytes[at] as number);
      at += 1;
      if (this.#held.length < this.#needed) continue;
      const read = this.#held;
      this.#held = [];
      this.#read[this.#part](read);
    }
  }

  readonly #read: Readonly<Record<Part, (bytes: readonly number[]) => void>> = {
    frame: (bytes) => {
      const number = littleEndian(bytes);
      if (number === magic) this.#expect("descriptor", 1);
      else if ((number & 0xfffffff0) >>> 0 === skippableMagic) this.#expect("skippable", 4);
      else throw new PackedFault("something that is no zstd follows in it");
    },
    descriptor: ([descriptor = 0]) => {
      this.#descriptor = descriptor;
      const { window, dictionary, content } = fieldSizes(descriptor);
      this.#expect("header", window + dictionary + content);
    },
    header: (bytes) => {
      this.#window = windowOf(this.#descriptor, bytes);
      if (this.#window > widestWindow) {
        throw new PackedFault("it was packed with a window of more than 8 MiB");
      }
      this.#expect("block", 3);
    },
    skippable: (bytes) => {
      this.#toSkip = littleEndian(bytes);
      this.#expect("frame", 4);
    },
    block: (bytes) => {
      const header = littleEndian(bytes);
      const isLast = (header & 1) === 1;
      // A run of one byte is written once.
      this.#toSkip = ((header >> 1) & 3) === 1 ? 1 : header >> 3;
      this.#moved += this.#window;
      if (this.#moved > mostMoved) throw new PackedFault("it takes too long to unpack");
      if (!isLast) return;
      if ((this.#descriptor & 4) !== 0) this.#toSkip += 4;
      this.#expect("frame", 4);
    },
  };

  #expect(part: Part, bytes: number): void {
    this.#part = part;
    this.#needed = bytes;
  }
}

interface FieldSizes {
  readonly window: number;
  readonly dictionary: number;
  readonly content: number;
}

function fieldSizes(descriptor: number): FieldSizes {
  const isSingle = (descriptor & 0x20) !== 0;
  const content = descriptor >> 6;
  return {
    window: isSingle ? 0 : 1,
    dictionary: [0, 1, 2, 4][descriptor & 3] as number,
    content: content === 0 ? (isSingle ? 1 : 0) : 2 ** content,
  };
}

/** A single segment has no window but its content. */
function windowOf(descriptor: number, header: readonly number[]): number {
  const { window, dictionary, content } = fieldSizes(descriptor);
  if (window === 0) {
    const size = littleEndian(header.slice(dictionary, dictionary + content));
    return content === 2 ? size + 256 : size;
  }
  const [byte = 0] = header;
  return 2 ** (10 + (byte >> 3)) * (1 + (byte & 7) / 8);
}

function littleEndian(bytes: readonly number[]): number {
  return bytes.reduceRight((number, byte) => number * 256 + byte, 0);
}
