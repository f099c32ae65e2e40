/**
 * The used part of WebAssembly's types. Node 20's types leave WebAssembly to the types of browsers.
 */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    /** Sizes are in pages of 64 KiB, also for `grow`. */
    constructor(size: { readonly initial: number });
    readonly buffer: ArrayBuffer;
    grow(by: number): number;
  }
  class Instance {
    constructor(
      module: Module,
      imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
    );
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
