/** A line of a plot, by what it is called. Both scales are of powers of ten. */
export type Line = { name: string; points: readonly (readonly [x: number, y: number])[] };

export type Plot = { title: string; across: string; up: string; lines: readonly Line[] };

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 420, 70, 170, 40, 50] as const;
const COLORS = ['#1b6ca8', '#c2410c', '#15803d', '#7e22ce', '#b91c1c', '#0f766e', '#a16207', '#475569'];

/** A picture of lines that a browser shows, and a page of Markdown. */
export function plotSvg({ title, across, up, lines }: Plot): string {
  const all = lines.flatMap(({ points }) => points);
  const x = scaleOf(
    all.map(([value]) => value),
    LEFT,
    WIDTH - RIGHT,
  );
  const y = scaleOf(
    all.map(([, value]) => value),
    HEIGHT - BOTTOM,
    TOP,
  );
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<text x="${LEFT}" y="22" font-size="15">${title}</text>`,
    ...x.powers.map((power) => upright(x.of(power), labelOf(power))),
    ...y.powers.map((power) => level(y.of(power), labelOf(power))),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${across}</text>`,
    `<text transform="translate(16 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${up}</text>`,
    ...lines.map((line, index) => drawn(line, index, lines, x.of, y.of)),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

type Scale = { of(value: number): number; powers: number[] };

/** From the power of ten below the least to the one above the greatest. */
function scaleOf(values: readonly number[], from: number, to: number): Scale {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  const powers = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
  return { powers, of: (value) => from + ((Math.log10(value) - first) / (last - first)) * (to - from) };
}

function labelOf(power: number): string {
  return power.toLocaleString('en');
}

function upright(at: number, label: string): string {
  const line = `<line x1="${at}" y1="${TOP}" x2="${at}" y2="${HEIGHT - BOTTOM}" stroke="#e2e8f0"/>`;
  return `${line}<text x="${at}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${label}</text>`;
}

function level(at: number, label: string): string {
  const line = `<line x1="${LEFT}" y1="${at}" x2="${WIDTH - RIGHT}" y2="${at}" stroke="#e2e8f0"/>`;
  return `${line}<text x="${LEFT - 6}" y="${at + 4}" text-anchor="end">${label}</text>`;
}

/** A line with its name at its end; names stand one below another where their lines end close together. */
function drawn({ name, points }: Line, index: number, lines: readonly Line[], x: Scale['of'], y: Scale['of']): string {
  const color = COLORS[index % COLORS.length];
  const path = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const ends = lines.map(({ points: ofLine }, line) => ({ line, at: y(ofLine.at(-1)?.[1] ?? 1) }));
  let last = Number.NEGATIVE_INFINITY;
  let labelAt = 0;
  for (const end of ends.sort((a, b) => a.at - b.at)) {
    last = Math.max(end.at, last + 15);
    if (end.line === index) labelAt = last;
  }
  const label = `<text x="${WIDTH - RIGHT + 8}" y="${(labelAt + 4).toFixed(1)}" fill="${color}">${name}</text>`;
  return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>${label}`;
}
