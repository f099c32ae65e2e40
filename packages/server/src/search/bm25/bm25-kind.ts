import type { DuckDBDataChunk } from '@duckdb/node-api';
import { damagedSegment } from '../damaged-segment.ts';
import type { IndexDefinition } from '../index-definition.ts';
import { readDirectory, type SegmentWriter } from '../segment-file.ts';
import type { OpenedSegment, SegmentBuilder, SegmentKind } from '../segment-kind.ts';
import { type AnalyserSettings, plainWords } from './analyser.ts';
import { parseQuery } from './parse-query.ts';
import { Part } from './part.ts';
import { PartBuilder, type PartDirectory } from './part-builder.ts';
import { searchTexts } from './search.ts';

/** A text to find in one column of the index. */
export interface TextQuery {
  readonly columnId: number;
  readonly text: string;
}

interface TextSegment extends OpenedSegment {
  /** Parts by column id. */
  readonly parts: ReadonlyMap<number, readonly Part[]>;
}

interface TextDirectory {
  readonly format: 1;
  /** Directories in the order of the index's columns. */
  readonly columns: readonly (readonly PartDirectory[])[];
}

const analyserOf = ({ options }: IndexDefinition): AnalyserSettings => ({
  ...plainWords,
  ...options,
});

export const bm25Kind: SegmentKind<TextSegment, TextQuery> = {
  valueOf: (column) => `CAST(${column} AS VARCHAR)`,
  build: (definition, out) => new TextBuilder(definition, out),
  open(definition, source) {
    const directory = readDirectory(source) as TextDirectory;
    if (directory.format !== 1) throw damagedSegment('it is of another format');
    const parts = definition.columns.map(
      ({ id }, index) =>
        [id, (directory.columns[index] ?? []).map((part) => new Part(source, part))] as const,
    );
    const all = directory.columns.flat();
    return {
      parts: new Map(parts),
      sizeBytes: all.reduce((sum, part) => sum + Part.bytesOf(part), 0),
    };
  },
  search(definition, { columnId, text }, files, limit) {
    const searched = files.map(({ segment, deleted }) => ({
      parts: segment.parts.get(columnId) ?? [],
      deleted,
    }));
    return searchTexts(searched, parseQuery(text, analyserOf(definition)), limit);
  },
};

class TextBuilder implements SegmentBuilder {
  readonly #out: SegmentWriter;
  readonly #columns: { readonly builder: PartBuilder; readonly parts: PartDirectory[] }[];

  constructor(definition: IndexDefinition, out: SegmentWriter) {
    this.#out = out;
    const settings = analyserOf(definition);
    this.#columns = definition.columns.map(() => ({
      builder: new PartBuilder(settings),
      parts: [],
    }));
  }

  add(rows: DuckDBDataChunk): void {
    for (const [index, { builder, parts }] of this.#columns.entries()) {
      const texts = rows.getColumnVector(index);
      for (let row = 0; row < rows.rowCount; row += 1) {
        const text = texts.getItem(row);
        builder.add(typeof text === 'string' ? text : null);
        if (builder.isFull) parts.push(builder.write(this.#out));
      }
    }
  }

  end(): void {
    for (const { builder, parts } of this.#columns)
      if (builder.rowCount > 0) parts.push(builder.write(this.#out));
    this.#out.end({
      format: 1,
      columns: this.#columns.map(({ parts }) => parts),
    } satisfies TextDirectory);
  }
}
