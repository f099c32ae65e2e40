/** What is used of WebAssembly, which the types of Node 20 leave to those of browsers. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    /** In pages of 64 KiB, as `grow` is. */
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
