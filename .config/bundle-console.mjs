// Bundles the console into one page, one script and one style sheet. Only browsers read them, so they are minified.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const SOURCES = 'console';
const STYLES = ['base', 'parts', 'views'];

/** Writes the console into a folder, and returns the bundled modules for the license file. */
export async function bundleConsole(dir) {
  mkdirSync(dir, { recursive: true });
  const made = await rolldown({ input: { console: `${SOURCES}/main.tsx` }, platform: 'browser' });
  const { output } = await made.write({ dir, format: 'esm', minify: true, comments: false });
  await made.close();
  const plot = createRequire(import.meta.url).resolve('uplot/dist/uPlot.min.css');
  const styles = [plot, ...STYLES.map((name) => join(SOURCES, 'styles', `${name}.css`))];
  const texts = [await sharedStyle(), ...styles.map((file) => readFileSync(file, 'utf8'))];
  writeFileSync(join(dir, 'console.css'), texts.join('\n'));
  for (const name of ['index.html', 'icon.svg']) writeFileSync(join(dir, name), readFileSync(join(SOURCES, name)));
  return output;
}

/** The colors and fonts that the reports also use. */
async function sharedStyle() {
  const bundle = await rolldown({ input: 'shared/report/page-style.ts' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  const { PAGE_STYLE } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  return PAGE_STYLE;
}
