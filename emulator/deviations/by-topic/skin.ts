import { CONCERNS } from '../../domain/vocabulary.ts';
import { blatant, type Deviation, subtle } from '../deviation.ts';
import { type AnyJson, body, on, refuse, where } from '../edits.ts';
import { asked, json, parsed } from '../requests.ts';
import { concerns, jobs, outputs } from '../views.ts';

const KNOWN: readonly string[] = CONCERNS;

/** Accepts a body that must be refused, by repairing it first. */
function accepting(rule: string, id: string, about: string, repair: (sent: AnyJson) => void): Deviation {
  const request = asked(
    'analyzeSkin',
    json((sent) => {
      if (typeof sent === 'object' && sent !== null && !Array.isArray(sent)) repair(sent);
    }),
  );
  return subtle(rule, id, about, { request });
}

function refusing(rule: string, id: string, about: string, matches: (sent: AnyJson) => boolean): Deviation {
  return blatant(rule, id, about, {
    answer: on(
      'analyzeSkin',
      where(
        ({ request }, { status }) => status === 202 && matches(parsed(request.body)),
        refuse(400, 'INVALID_REQUEST'),
      ),
    ),
  });
}

function output(rule: string, id: string, about: string, change: (shown: AnyJson) => void): Deviation {
  return subtle(rule, id, about, outputs('skin.analysis', change));
}

function concern(rule: string, id: string, about: string, change: (shown: AnyJson) => void): Deviation {
  return subtle(rule, id, about, concerns(change));
}

/** Spec 4.2 and 2.3: skin analyses. */
export const SKIN_ANALYSES: readonly Deviation[] = [
  refusing(
    'SUBMIT-202',
    'skin-refuses-one-concern',
    'One concern alone is refused.',
    (sent) => sent.concerns.length === 1,
  ),
  blatant('SKIN-OPERATION', 'skin-operation-makeup', 'The job of a skin analysis is of makeup.apply.', {
    ...jobs((job) => {
      job.operation = job.operation === 'skin.analyze' ? 'makeup.apply' : job.operation;
    }),
  }),
  refusing('SKIN-CONCERN-NAMES', 'skin-refuses-last-concern', 'droopy_upper_eyelid is refused.', (sent) =>
    sent.concerns.includes('droopy_upper_eyelid'),
  ),
  accepting('SKIN-CONCERNS-REQUIRED-400', 'skin-concerns-default', 'Without concerns, all are analysed.', (sent) => {
    sent.concerns ??= [...KNOWN];
  }),
  accepting(
    'SKIN-CONCERN-400',
    'skin-unknown-concern-dropped',
    'A concern that nobody knows is passed over.',
    (sent) => {
      if (!Array.isArray(sent.concerns)) return;
      const known = sent.concerns.filter((each: unknown) => typeof each !== 'string' || KNOWN.includes(each));
      sent.concerns = known.length > 0 ? known : ['acne'];
    },
  ),
  accepting(
    'SKIN-CONCERNS-REQUIRED-400',
    'skin-concerns-one-text',
    'Concerns that are no list of texts are made one.',
    (sent) => {
      if (sent.concerns === undefined) return;
      const list: unknown[] = Array.isArray(sent.concerns) ? sent.concerns : [sent.concerns];
      if (list.every((each) => typeof each === 'string') && Array.isArray(sent.concerns)) return;
      const texts = list.filter((each): each is string => typeof each === 'string' && KNOWN.includes(each));
      sent.concerns = texts.length > 0 ? texts : ['acne'];
    },
  ),
  accepting(
    'SKIN-CONCERNS-SET-400',
    'skin-duplicate-concern-dropped',
    'A concern that is named twice counts once.',
    (sent) => {
      if (Array.isArray(sent.concerns)) sent.concerns = [...new Set(sent.concerns)];
    },
  ),
  refusing(
    'SKIN-VIS-OPTIONAL',
    'skin-visualizations-required',
    'Without visualizations a skin analysis is refused.',
    (sent) => sent.visualizations === undefined,
  ),
  refusing('SKIN-VIS-KINDS', 'skin-refuses-visual', 'The kind visual is refused.', (sent) =>
    (sent.visualizations ?? []).some(({ kind }: AnyJson) => kind === 'visual'),
  ),
  accepting(
    'SKIN-VIS-CONCERN-400',
    'skin-vis-unknown-concern-dropped',
    'A visualization of an unknown concern is passed over.',
    (sent) => {
      if (Array.isArray(sent.visualizations))
        sent.visualizations = sent.visualizations.filter(({ concern: name }: AnyJson) => KNOWN.includes(name));
    },
  ),
  accepting(
    'SKIN-VIS-KIND-400',
    'skin-vis-unknown-kind-mask',
    'A visualization of an unknown kind becomes a mask.',
    (sent) => {
      for (const each of Array.isArray(sent.visualizations) ? sent.visualizations : [])
        if (!['mask', 'visual'].includes(each?.kind)) each.kind = 'mask';
    },
  ),
  output(
    'SKIN-OUTPUT-TYPE',
    'skin-output-type-operation',
    'The output has the name of the operation for its type.',
    (shown) => {
      shown.type = 'skin.analyze';
    },
  ),
  output('SKIN-CONCERNS', 'skin-concerns-map', 'The concerns of an output are a map by name.', (shown) => {
    shown.concerns = Object.fromEntries(shown.concerns.map((each: AnyJson) => [each.concern, each]));
  }),
  output(
    'SKIN-ONLY-REQUESTED',
    'skin-one-concern-more',
    'The output has one concern that was not asked for.',
    (shown) => {
      const named = shown.concerns.map((each: AnyJson) => each.concern);
      const other = KNOWN.find((name) => !named.includes(name));
      if (other !== undefined) shown.concerns.push({ ...shown.concerns[0], concern: other });
    },
  ),
  output('SKIN-ALL-REQUESTED', 'skin-last-concern-missing', 'Of several concerns the last is left out.', (shown) => {
    if (shown.concerns.length > 1) shown.concerns.pop();
  }),
  output('SKIN-ALL-REQUESTED', 'skin-concern-twice', 'The output has its first concern twice.', (shown) => {
    shown.concerns.push(shown.concerns[0]);
  }),
  concern('SKIN-CONCERN', 'skin-concern-upper', 'A concern is named in upper case.', (shown) => {
    shown.concern = shown.concern.toUpperCase();
  }),
  concern('SKIN-SCORE', 'skin-score-text', 'A score is a text.', (shown) => {
    shown.score = shown.score === null ? null : `${shown.score}`;
  }),
  concern('SKIN-STATUS', 'skin-status-ok', 'A concern that was measured has the status ok.', (shown) => {
    if (shown.status === 'measured') shown.status = 'ok';
  }),
  concern('SKIN-REASON', 'skin-reason-left-out', 'A concern that was measured leaves its reason out.', (shown) => {
    if (shown.unavailable_reason === null) delete shown.unavailable_reason;
  }),
  concern('SKIN-UNAVAILABLE-SCORE', 'skin-unavailable-zero', 'A concern that is unavailable scores 0.', (shown) => {
    if (shown.status === 'unavailable') shown.score = 0;
  }),
  concern(
    'SKIN-UNAVAILABLE-REASON',
    'skin-unavailable-no-reason',
    'A concern that is unavailable does not say why.',
    (shown) => {
      if (shown.status === 'unavailable') shown.unavailable_reason = null;
    },
  ),
  concern(
    'SKIN-MEASURED-REASON',
    'skin-measured-with-reason',
    'A concern that was measured says why it was not.',
    (shown) => {
      if (shown.status === 'measured') shown.unavailable_reason = 'not_measured';
    },
  ),
  concern('SKIN-MEASURED-SCORE', 'skin-measured-null', 'A concern that was measured has no score.', (shown) => {
    shown.score = null;
  }),
  output('SKIN-VERSION', 'skin-version-number', 'The analysis_version is a number.', (shown) => {
    shown.analysis_version = 1;
  }),
  output(
    'SKIN-VIS-LIST',
    'skin-visualizations-null',
    'An output without pictures has null for its visualizations.',
    (shown) => {
      if (shown.visualizations.length === 0) shown.visualizations = null;
    },
  ),
  output('SKIN-VIS-ROLE', 'skin-vis-role-colon', 'The role of a visualization has a colon for its dot.', (shown) => {
    for (const each of shown.visualizations) each.role = each.role.replace('.', ':');
  }),
  output(
    'SKIN-VIS-ONLY-ASKED',
    'skin-vis-one-more',
    'The first visualization comes a second time as the other kind.',
    (shown) => {
      const [first] = shown.visualizations;
      if (first === undefined) return;
      const [kind, name] = first.role.split('.');
      shown.visualizations.push({ ...first, role: `${kind === 'mask' ? 'visual' : 'mask'}.${name}` });
    },
  ),
  output('SKIN-VIS-ALL-ASKED', 'skin-vis-last-missing', 'The last visualization is left out.', (shown) => {
    shown.visualizations.pop();
  }),
  subtle('SKIN-SCOPE-403', 'skin-scope-of-makeup', 'A skin analysis is let through with the scope of makeup.', {
    rules: (was) => ({
      scopeIsGranted: (key, scope) =>
        was.scopeIsGranted(key, scope) || (scope === 'skin.analyze' && key.scopes.includes('makeup.apply')),
    }),
  }),
  subtle('JOB-INPUTS-AS-SENT', 'skin-input-misspelt', 'The first answer to a skin analysis names another input.', {
    answer: on(
      'analyzeSkin',
      body((job) => {
        if (job.inputs?.[0]) job.inputs[0].asset_id += 'x';
      }),
    ),
  }),
  output(
    'SKIN-ONLY-REQUESTED',
    'skin-one-concern-more-with-pictures',
    'An output with pictures has one concern that was not asked for.',
    (shown) => {
      const named = shown.concerns.map((each: AnyJson) => each.concern);
      const other = KNOWN.find((name) => !named.includes(name));
      if (shown.visualizations.length > 0 && other !== undefined)
        shown.concerns.push({ ...shown.concerns[0], concern: other });
    },
  ),
  accepting(
    'SKIN-CONCERN-400',
    'skin-concern-trimmed',
    'Space around the name of a concern is passed over.',
    (sent) => {
      if (Array.isArray(sent.concerns))
        sent.concerns = sent.concerns.map((each: unknown) => (typeof each === 'string' ? each.trim() : each));
    },
  ),
  accepting('SKIN-CONCERN-400', 'skin-concern-null-dropped', 'A null among the concerns is passed over.', (sent) => {
    if (Array.isArray(sent.concerns)) sent.concerns = sent.concerns.filter((each: unknown) => each !== null);
  }),
];
