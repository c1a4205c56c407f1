import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';

/** The lines on each side of the plot share a scale. */
export type Line = { name: string; values: readonly number[]; side: 'left' | 'right' };

const HEIGHT = 240;

/** Step lines over virtual time, since a balance stays the same until it changes. */
export function Plot({ times, lines, label }: { times: readonly number[]; lines: readonly Line[]; label: string }) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    const style = getComputedStyle(document.documentElement);
    const color = (name: string) => style.getPropertyValue(name).trim();
    const strokes = [color('--accent'), color('--warn'), color('--ink-soft')];
    const stepped = uPlot.paths.stepped?.({ align: 1 });
    const axis = { stroke: color('--ink-soft'), grid: { stroke: color('--line') }, ticks: { stroke: color('--line') } };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
        axes: [
          axis,
          { ...axis, scale: 'left', size: 64 },
          { ...axis, scale: 'right', side: 1, size: 44, grid: { show: false } },
        ],
        series: [
          {},
          ...lines.map(({ name, side }, index) => ({
            label: name,
            scale: side,
            stroke: strokes[index % strokes.length] ?? 'currentColor',
            width: 2,
            ...(stepped !== undefined && { paths: stepped }),
          })),
        ],
      },
      [[...times], ...lines.map(({ values }) => [...values])],
      element,
    );
    const fit = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    fit.observe(element);
    return () => {
      fit.disconnect();
      plot.destroy();
    };
  }, [times, lines]);
  return <div class="plot" ref={holder} role="img" aria-label={label} />;
}
