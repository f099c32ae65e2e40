import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The used part of onnxruntime-node, which the operator installs: its library has 46 MB. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(path: string, options: object): Promise<OnnxSession>;
  };
  readonly Tensor: new (
    type: 'int64' | 'int32',
    data: BigInt64Array | Int32Array,
    dims: readonly number[],
  ) => OnnxTensor;
}

export interface OnnxTensor {
  readonly type: string;
  readonly data: unknown;
  readonly dims: readonly number[];
  dispose(): void;
}

export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly inputMetadata: readonly { readonly name: string; readonly type?: string }[];
  release(): Promise<void>;
  run(feeds: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor>>>;
}

const name = 'onnxruntime-node';
/** The tested release. */
export const onnxRuntimePackage = `${name}@1.30.0`;

/**
 * The file of onnxruntime-node, installed in the folder of models or next to the service. Null if
 * neither has the package.
 */
export function findOnnxRuntime(modelsFolder: string): string | null {
  for (const from of [join(modelsFolder, 'models.js'), import.meta.url]) {
    try {
      return createRequire(from).resolve(name);
    } catch {
      // The next folder is searched.
    }
  }
  return null;
}

export function loadOnnxRuntime(file: string): OnnxRuntime {
  return createRequire(import.meta.url)(file) as OnnxRuntime;
}
