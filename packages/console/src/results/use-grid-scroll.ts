import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type GridExtent,
  isScaled,
  lastTopRow,
  rowHeight,
  scrollTopOf,
  topRowAt,
} from './grid-place.ts';

export interface GridScroll {
  readonly extent: GridExtent;
  readonly topRow: number;
  readonly left: number;
  readonly width: number;
  moveTo(topRow: number): void;
  /**
   * Brings the column between two edges into sight; `covered` pixels at the left hold the row
   * numbers.
   */
  showColumn(from: number, to: number, covered: number): void;
}

/**
 * Follows the scroll bars of an element. Where they are a scale of the rows, the wheel moves by
 * rows all the same.
 */
export function useGridScroll(
  scroller: RefObject<HTMLDivElement | null>,
  rows: number,
): GridScroll {
  const size = useSize(scroller);
  const [topRow, setTopRow] = useState(0);
  const [left, setLeft] = useState(0);
  const extent = useMemo(
    () => ({ rows, viewportHeight: Math.max(rowHeight, size.height - rowHeight) }),
    [rows, size.height],
  );
  /** Last requested position; an event for this position is no news. */
  const asked = useRef<number | null>(null);
  const now = useRef({ extent, topRow });
  now.current = { extent, topRow };

  const moveTo = useCallback(
    (wanted: number) => {
      const next = Math.max(0, Math.min(wanted, lastTopRow(now.current.extent)));
      now.current = { ...now.current, topRow: next };
      setTopRow(next);
      if (!scroller.current) return;
      scroller.current.scrollTop = scrollTopOf(next, now.current.extent);
      asked.current = scroller.current.scrollTop;
    },
    [scroller],
  );

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = () => {
      setLeft(element.scrollLeft);
      if (asked.current === element.scrollTop) return;
      asked.current = null;
      setTopRow(topRowAt(element.scrollTop, now.current.extent));
    };
    const onWheel = (event: WheelEvent) => {
      if (!isScaled(now.current.extent) || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      const pixels =
        event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * rowHeight;
      moveTo(now.current.topRow + pixels / rowHeight);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', onWheel);
    };
  }, [scroller, moveTo]);

  const showColumn = useCallback(
    (from: number, to: number, covered: number) => {
      const element = scroller.current;
      if (!element) return;
      if (from - covered < element.scrollLeft) element.scrollLeft = from - covered;
      else if (to > element.scrollLeft + element.clientWidth)
        element.scrollLeft = to - element.clientWidth;
    },
    [scroller],
  );
  return { extent, topRow, left, width: size.width, moveTo, showColumn };
}

/** Inner size of an element, in pixels, with changes. */
function useSize(of: RefObject<HTMLDivElement | null>) {
  const [size, setSize] = useState({ width: 800, height: 400 });
  useLayoutEffect(() => {
    const element = of.current;
    if (!element) return;
    const measure = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    measure.observe(element);
    return () => measure.disconnect();
  }, [of]);
  return size;
}
