import { counted } from '../../../shared/counted.ts';
import { cut, durationText } from '../../../shared/report/lines.ts';
import { visibleLine } from '../../../shared/visible.ts';

export type ProgressStream = { write(text: string): unknown; columns?: number };
export type Progress = {
  begin(total: number): void;
  /** `note` is a line that stays, such as a failure. */
  update(done: number, running: readonly string[], failures: number, note?: string): void;
  end(): void;
};

const BAR = 24;
/** The part of a run after which its end is estimated: the durations of instances differ widely. */
const ENOUGH_TO_GUESS = 0.05;

/** In a terminal, a single line that is rewritten. Elsewhere, as in a CI log, at most one line for each tenth. */
export function createProgress(
  stream: ProgressStream,
  { isTty, now }: { isTty: boolean; now: () => number },
): Progress {
  let total = 0;
  let began = 0;
  let lastTenth = 0;
  let drawn = '';

  const draw = (bar: string): void => {
    const text = cut(visibleLine(bar), width());
    if (text === drawn) return;
    drawn = text;
    stream.write(`\r\x1b[K${text}`);
  };

  return {
    begin(count) {
      [total, began, lastTenth, drawn] = [count, now(), 0, ''];
    },
    update(done, running, failures, note) {
      const share = total === 0 ? 1 : Math.min(done / total, 1);
      if (note !== undefined) {
        stream.write(`${isTty && drawn !== '' ? '\r\x1b[K' : ''}${visibleLine(note)}\n`);
        drawn = '';
      }
      if (isTty) return draw(barText({ done, total, share, running, failures, left: left(share) }));
      const tenth = Math.floor(share * 10 + 1e-9);
      if (tenth <= lastTenth) return;
      lastTenth = tenth;
      stream.write(`${countText(done, total, failures)}, ${durationText(now() - began)}\n`);
    },
    end() {
      if (isTty && drawn !== '') stream.write('\r\x1b[K');
      drawn = '';
    },
  };

  /** The last column stays empty: some terminals wrap a line that fills it. */
  function width(): number {
    return (stream.columns ?? 80) - 1;
  }

  function left(share: number): string {
    if (share < ENOUGH_TO_GUESS || share >= 1) return '';
    return `, about ${durationText(((now() - began) / share) * (1 - share))} left`;
  }
}

type Bar = { done: number; total: number; share: number; running: readonly string[]; failures: number; left: string };

function barText({ done, total, share, running, failures, left }: Bar): string {
  const full = Math.floor(share * BAR);
  const now = running.length === 0 ? '' : `  ${running.join(', ')}`;
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${countText(done, total, failures)}${left}${now}`;
}

function countText(done: number, total: number, failures: number): string {
  return `${done} of ${total}${failures === 0 ? '' : `, ${counted(failures, 'failure')}`}`;
}
