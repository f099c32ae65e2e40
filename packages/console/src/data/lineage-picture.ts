import type { DatabaseLineageResponse } from '@quern/client';

interface Box {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly detail: string;
  readonly isThis: boolean;
  readonly exists: boolean;
}

export interface LineagePicture {
  readonly boxes: readonly Box[];
  /** Paths of SVG. */
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
}

const [boxWidth, boxHeight, across, down] = [190, 48, 230, 60];

/**
 * Ancestors from the left, the farthest first, then the database, then its forks below each other.
 */
export function lineagePicture(
  { database_id, ancestors, forks }: DatabaseLineageResponse,
  name: string,
): LineagePicture {
  const chain = [...ancestors].reverse();
  const middle = Math.max(0, ((forks.length - 1) * down) / 2);
  const boxes: Box[] = chain.map((ancestor, index) => ({
    id: ancestor.database_id,
    x: index * across + 2,
    y: middle + 2,
    label: cut(ancestor.name ?? 'deleted'),
    detail: ancestor.exists ? 'ancestor' : 'deleted',
    isThis: false,
    exists: ancestor.exists,
  }));
  const own = { x: chain.length * across + 2, y: middle + 2 };
  boxes.push({
    id: database_id,
    ...own,
    label: cut(name),
    detail: 'this database',
    isThis: true,
    exists: true,
  });
  const lines = chain.map((_, index) =>
    line(index * across + 2 + boxWidth, middle, (index + 1) * across + 2, middle),
  );
  for (const [index, fork] of forks.entries()) {
    const detail = fork.exists ? cut(fork.description ?? 'fork') : 'deleted';
    const place = { x: own.x + across, y: index * down + 2 };
    boxes.push({
      id: fork.database_id,
      ...place,
      label: cut(fork.name ?? 'deleted'),
      detail,
      isThis: false,
      exists: fork.exists,
    });
    lines.push(line(own.x + boxWidth, middle, place.x, index * down));
  }
  const columns = chain.length + 1 + (forks.length > 0 ? 1 : 0);
  return { boxes, lines, width: columns * across, height: Math.max(1, forks.length) * down };
}

function line(fromX: number, fromY: number, toX: number, toY: number): string {
  const [start, end, half] = [
    fromY + boxHeight / 2 + 2,
    toY + boxHeight / 2 + 2,
    (fromX + toX) / 2,
  ];
  return `M${fromX} ${start} C${half} ${start} ${half} ${end} ${toX} ${end}`;
}

const cut = (text: string) => (text.length > 24 ? `${text.slice(0, 23)}…` : text);
