import { REPORT_SCHEMA } from '../../report/report-schema.ts';
import { rulesSchema } from '../../suite/rules/rules-schema.ts';
import { everyAnswerSchema, scenarioSchema, setUpSchema } from '../../suite/scenario/json-schema.ts';
import { targetSchema } from '../../target/target-schema.ts';
import { atMostWords, type CliCommand, EXIT, oneOfWords } from '../command.ts';
import { print } from '../print.ts';

/** Every kind of file that the kit reads or writes. */
export const SCHEMAS = {
  scenario: scenarioSchema,
  'set-up': setUpSchema,
  'every-answer': everyAnswerSchema,
  rules: rulesSchema,
  target: targetSchema,
  report: () => REPORT_SCHEMA,
} as const;

const KINDS = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];

export const schemaCommand: CliCommand = {
  help: `tryon-conformance schema KIND: print the JSON Schema of a kind of file, for editors and programs.

KIND is ${KINDS.join(', ')}.`,
  options: {},
  run: async (_flags, [kind, ...words]) => {
    const known = oneOfWords(kind, KINDS, 'the word after schema');
    atMostWords(words, 0);
    print(JSON.stringify(SCHEMAS[known](), null, 2));
    return EXIT.fine;
  },
};
