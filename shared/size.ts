const UNITS: Record<string, number> = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** Bytes of `256MB`, `1.5GB` or `4096`; null if the text is none of these. */
export function parseSize(text: string): number | null {
  const [, amount, unit = 'B'] = /^(\d+(?:\.\d+)?) ?(B|KB|MB|GB)?$/i.exec(text.trim()) ?? [];
  const bytes = amount === undefined ? Number.NaN : Math.round(Number(amount) * (UNITS[unit.toUpperCase()] ?? 0));
  return Number.isSafeInteger(bytes) ? bytes : null;
}

/** The shortest text that `parseSize` reads back. */
export function formatSize(bytes: number): string {
  const unit = ['GB', 'MB', 'KB'].find((name) => bytes > 0 && bytes % (UNITS[name] ?? 1) === 0);
  return unit === undefined ? `${bytes}` : `${bytes / (UNITS[unit] ?? 1)}${unit}`;
}
