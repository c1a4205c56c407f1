import { shuffled } from '../../conformance/plan/schedule.ts';
import { seededDraws } from '../../conformance/plan/seeded-draws.ts';
import { catalogueOfPackage } from '../../conformance/run/catalogue.ts';
import { countFlag, EXIT, type Flags, textFlag, textsFlag, UsageError } from '../../shared/command.ts';
import { MOST, onlyIn, runProof } from '../proof/script.ts';
import { drawCompositions, kindsNamed } from './composition.ts';
import { KINDS, type Kind, settingsOf } from './kinds.ts';
import type { Task } from './play.ts';
import { playInProcesses } from './play-in-processes.ts';
import { isCaught, kindsText, objectionsTo, runText } from './results.ts';

const HELP = `npm run disguises -- [options]: runs the suite on the emulator behind lawful disguises, under which nothing may fail or warn.

  --runs N          so many compositions of many kinds, drawn by the seed (default 6)
  --only X,Y        draws only from these kinds
  --alone           each of these kinds alone instead
  --composition X   these kinds together instead, as KIND+KIND; can be repeated
  --sessions N      random sessions in each run (default 5)
  --rules X,Y       only the scenarios for these rules
  --scenarios N     only so many scenarios, drawn by the seed for each run
  --deviations N    also so many deviations of the emulator, each under a drawn composition: its rule must catch it
  --seed TEXT       draws the compositions, the deviations and everything in them (default: today's date)
  --processes N     so many runs at once (default 2)
  --list            prints the kinds, and why each is lawful

Ends with 1 if a rule failed or warned in a disguise, or if a deviation was not caught by its rule.`;

await runProof('disguises', HELP, main);

async function main(flags: Flags): Promise<number> {
  if (flags['list'] === true) {
    console.log(KINDS.map(({ name, lawful }) => `${name}: ${lawful}`).join('\n'));
    return EXIT.fine;
  }
  const seed = textFlag(flags, 'seed') ?? new Date().toISOString().slice(0, 10);
  const rest = {
    sessions: countFlag(flags, 'sessions', MOST) ?? 5,
    only: rulesIn(flags),
    scenarios: countFlag(flags, 'scenarios', MOST) ?? null,
    deviation: null,
  };
  const compositions = compositionsIn(flags, seed);
  const runs = compositions.map((kinds, index) => taskOf(kinds, { ...rest, seed: `${seed} ${index + 1}` }));
  const broken = await brokenRuns(countFlag(flags, 'deviations', MOST) ?? 0, seed);
  const processes = countFlag(flags, 'processes', MOST) ?? 2;
  let number = 0;
  const played = await playInProcesses([...runs, ...broken], processes, (task, one) => {
    number += 1;
    console.log(runText(`${number} of ${runs.length + broken.length}`, task, one));
  });
  const blamed = runs.filter((_, index) => objectionsTo(played[index]).length > 0);
  const escaped = broken.filter((task, index) => !isCaught(task, played[runs.length + index]));
  console.log(kindsText(compositions));
  console.log(`${blamed.length} of ${runs.length} runs failed or warned; seed ${seed}`);
  if (broken.length > 0)
    console.log(`${broken.length - escaped.length} of ${broken.length} deviations caught by their rules`);
  return blamed.length + escaped.length === 0 ? EXIT.fine : EXIT.problems;
}

function taskOf(kinds: readonly Kind[], rest: Omit<Task, 'kinds'>): Task {
  return { ...rest, kinds: kinds.map(({ name }) => name) };
}

function rulesIn(flags: Flags): string[] {
  return textsFlag(flags, 'rules').flatMap((text) => text.split(','));
}

function compositionsIn(flags: Flags, seed: string): Kind[][] {
  const named = textsFlag(flags, 'composition').map((text) => {
    const kinds = kindsNamed(text.split('+'));
    if (settingsOf(kinds) === null) throw new UsageError(`--composition ${text}: two of these set the same`);
    return kinds;
  });
  if (named.length > 0) return named;
  const only = onlyIn(flags);
  const kinds = only === null ? KINDS : kindsNamed(only);
  if (flags['alone'] === true) return kinds.map((kind) => [kind]);
  return drawCompositions(kinds, countFlag(flags, 'runs', MOST) ?? 6, seed);
}

async function brokenRuns(count: number, seed: string): Promise<Task[]> {
  if (count === 0) return [];
  const draw = seededDraws(`${seed} deviations`);
  const deviations = (await catalogueOfPackage()).filter((entry) => entry.kind === 'deviation');
  const compositions = drawCompositions(KINDS, count, `${seed} deviations`);
  return shuffled(deviations, draw)
    .slice(0, count)
    .map(({ id, rule }, index) =>
      taskOf(compositions[index] ?? [], {
        sessions: 1,
        only: [rule],
        scenarios: null,
        deviation: id,
        seed: `${seed} ${id}`,
      }),
    );
}
