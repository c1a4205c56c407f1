import { atMostWords, type CliCommand, EXIT, oneOfWords } from '../../../shared/command.ts';
import { REPORT_VERSION, reportSchema } from '../../report/report.ts';
import { PACKED_VERSION, packedReportSchema } from '../../report/version-2.ts';
import { suiteFile } from '../../suite/own/suite-file.ts';
import { rulesSchema } from '../../suite/rules/rule.ts';
import { everyAnswerSchema, scenarioSchema, setUpSchema } from '../../suite/scenario/json-schema.ts';
import { editorSchema } from '../../suite/yaml/schema-parts.ts';
import { targetFile } from '../../target/target-file.ts';
import { print } from '../print.ts';

/** Every kind of file that the kit reads or writes. */
export const SCHEMAS = {
  scenario: scenarioSchema,
  'set-up': setUpSchema,
  'every-answer': everyAnswerSchema,
  rules: rulesSchema,
  suite: () => editorSchema('A suite that extends that of the package', suiteFile),
  target: () => editorSchema('A server for the conformance kit to grade', targetFile),
  report: () => editorSchema(`Report of a conformance run, version ${REPORT_VERSION}`, reportSchema),
  'packed-report': () => editorSchema(`Report of a conformance run, version ${PACKED_VERSION}`, packedReportSchema),
} as const;

const KINDS = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];

export const schemaCommand: CliCommand = {
  forms: { KIND: 'print the schema of KIND' },
  flags: {},
  notes: `KIND is ${KINDS.join(', ')}.`,
  examples: {
    Scenarios: 'tryon-conformance schema scenario > scenario.schema.json',
    Targets: 'tryon-conformance schema target > target.schema.json',
  },
  run: async (_flags, [kind, ...words]) => {
    const known = oneOfWords(kind, KINDS, 'the word after schema');
    atMostWords(words, 0);
    print(JSON.stringify(SCHEMAS[known](), null, 2));
    return EXIT.fine;
  },
};
