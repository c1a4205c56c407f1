// Written by `npm run twins`.
import type { Twins } from '../twin.ts';

/** What the emulator shows under each choice of the open questions that a run can see. */
export const TWINS: Twins = {
  scenarios: {
    'GAP-BODY-LIMIT': ['submits/huge-body'],
    'GAP-BODY-UNKNOWN-FIELD': ['submits/open-questions'],
    'GAP-CANCEL-BILLING': ['cancel/at-work', 'cancel/races'],
    'GAP-CANCEL-LATE-QUOTA': ['cancel/at-work', 'cancel/quota'],
    'GAP-CHECK-ORDER': ['submits/open-questions'],
    'GAP-CODE-413': ['submits/huge-body'],
    'GAP-CODE-429': ['limits/admission'],
    'GAP-CODE-500': ['errors/unknown-paths'],
    'GAP-CODE-DUPLICATE': ['skin/bad-requests'],
    'GAP-CODE-INPUT-EXPIRED': ['submits/expired-asset'],
    'GAP-CODE-PATH-404': ['errors/unknown-paths', 'features/paths'],
    'GAP-CODE-SUBMIT-400': ['submits/open-questions'],
    'GAP-COLOR-FORMAT': ['makeup/open-questions'],
    'GAP-CONTENT-HEADERS': ['results/outputs'],
    'GAP-CONTENT-UNKNOWN': ['results/expiry'],
    'GAP-CORS': ['auth/not-shown'],
    'GAP-CREDIT-CAPTURE-MOMENT': ['credits/charge'],
    'GAP-CREDIT-TEST-BALANCE': ['credits/balance'],
    'GAP-CREDIT-TEST-UNITS': ['credits/test-without-units'],
    'GAP-CURSOR-OTHER-KEY': ['lists/cursor-of-another-account'],
    'GAP-DELETE-FEATURE': ['delete/assets', 'delete/feature-off'],
    'GAP-ERROR-DETAILS': ['errors/bodies'],
    'GAP-EXPIRY-INSTANT': ['assets/expiry'],
    'GAP-HAIR-BODY': ['hair/scope'],
    'GAP-HAIR-SCOPE': ['hair/scope'],
    'GAP-IDEM-DEFAULTS': ['idempotency/open-questions', 'idempotency/replay'],
    'GAP-IDEM-INPUT-GONE': ['idempotency/open-questions'],
    'GAP-IDEM-KEY-FORM': ['idempotency/open-questions'],
    'GAP-IDEM-NO-KEY': ['idempotency/open-questions'],
    'GAP-IDEM-NUMBERS': ['idempotency/open-questions'],
    'GAP-IDEM-OTHER-ACCOUNT': ['isolation/idempotency-account', 'isolation/idempotency-environment'],
    'GAP-IDEM-OTHER-API-KEY': ['idempotency/open-questions'],
    'GAP-IDEM-OTHER-ROUTE': ['idempotency/open-questions'],
    'GAP-IDEM-REFUSED': ['idempotency/open-questions', 'limits/admission'],
    'GAP-IDEM-REPLAY-STATE': ['idempotency/after-end'],
    'GAP-IF-NONE-MATCH': ['jobs/etag'],
    'GAP-INPUT-CONTENT': ['assets/reads'],
    'GAP-INPUT-EXPIRED': ['jobs/long-waits'],
    'GAP-INPUTS-COUNT': ['submits/open-questions'],
    'GAP-JOB-EXPIRES-AT': ['jobs/stages'],
    'GAP-JOB-TIMEOUT': ['jobs/long-waits'],
    'GAP-JOBS-LIST-DELETED': ['lists/jobs'],
    'GAP-JOBS-LIST-QUERY': ['lists/jobs'],
    'GAP-JOBS-LIST-SHAPE': ['lists/jobs'],
    'GAP-LIST-429': ['lists/limits'],
    'GAP-LIST-JOB-UNKNOWN': ['isolation/lists-environment'],
    'GAP-LIVEMODE-PRESENT': ['livemode/truth'],
    'GAP-LOCATION-ORIGIN': ['submits/accepted'],
    'GAP-MAKEUP-NO-PRODUCTS': ['makeup/open-questions'],
    'GAP-MAKEUP-REVISION': ['makeup/outputs'],
    'GAP-MALFORMED-ID': ['assets/reads'],
    'GAP-METHOD': ['errors/unknown-paths', 'features/paths'],
    'GAP-OPACITY-RANGE': ['makeup/open-questions', 'makeup/outputs'],
    'GAP-PATH-NO-KEY': ['auth/not-shown', 'features/paths'],
    'GAP-QUOTA-ANSWER': ['cancel/quota', 'limits/quota'],
    'GAP-QUOTA-DAY': ['limits/quota'],
    'GAP-RATE-LIMIT': ['limits/admission'],
    'GAP-RESULT-AS-INPUT': ['submits/open-questions'],
    'GAP-RESULT-DELETE-GONE': ['results/as-assets'],
    'GAP-RETENTION': ['assets/fields'],
    'GAP-SCORE-RANGE': ['skin/concerns'],
    'GAP-SKIN-NO-CONCERNS': ['skin/open-questions'],
    'GAP-SKIN-VERSION': ['skin/concerns'],
    'GAP-SKIN-VIS-OTHER': ['skin/open-questions'],
    'GAP-SUBMIT-CONTENT-TYPE': ['submits/open-questions'],
    'GAP-UPLOAD-BROKEN-BODY': ['assets/open-questions'],
    'GAP-UPLOAD-DIMENSIONS': ['assets/open-questions'],
    'GAP-UPLOAD-LIMIT': ['assets/huge'],
    'GAP-UPLOAD-STATUS': ['assets/upload-kinds'],
    'GAP-USAGE-CANCELLED': ['usage/cancelled-jobs'],
    'GAP-USAGE-SHAPE': ['usage/counts'],
    'GAP-WH-DISABLED': ['webhooks/disabled-after-a-day'],
    'GAP-WH-JITTER': ['webhooks/retry-kinds'],
    'GAP-WH-PING-SUBSCRIBED': ['webhooks/ping'],
    'GAP-WH-RESEND': ['webhooks/resend'],
    'GAP-WH-RETENTION-BODY': ['webhooks/not-shown'],
    'GAP-WH-RETRY-BODY': ['webhooks/answers'],
    'GAP-WH-TWO-ROTATIONS': ['webhooks/rotation'],
    'GAP-WH-URL': ['webhooks/not-shown'],
    'GAP-WH-WHICH-ENDPOINTS': ['webhooks/not-shown'],
  },
  questions: [
    { question: 'hair_scope', gap: 'GAP-HAIR-SCOPE', choices: ['hair.apply', 'hair.try_on', 'either'], points: [] },
    {
      question: 'cors',
      gap: 'GAP-CORS',
      choices: ['absent', 'any_origin'],
      points: [
        { at: 'GAP-CORS | auth/not-shown | preflight | status', shows: ['404', '204'] },
        { at: 'GAP-CORS | auth/not-shown | preflight | header.Access-Control-Allow-Origin', shows: ['null', '"*"'] },
        { at: 'GAP-CORS | auth/not-shown | read | header.Access-Control-Allow-Origin', shows: ['null', '"*"'] },
      ],
    },
    {
      question: 'input_retention',
      gap: 'GAP-RETENTION',
      choices: [86400000, 60000, 7200000, 10800000, 7776000000],
      points: [
        {
          at: 'GAP-RETENTION | assets/fields[makeup.apply,test] | kept | kept_input',
          shows: ['86400000', '60000', '7200000', '10800000', '7776000000'],
        },
        {
          at: 'GAP-RETENTION | assets/fields[skin.analyze,test] | kept | kept_input',
          shows: ['86400000', '60000', '7200000', '10800000', '7776000000'],
        },
        {
          at: 'GAP-RETENTION | assets/fields[makeup.apply,live] | kept | kept_input',
          shows: ['86400000', '60000', '7200000', '10800000', '7776000000'],
        },
        {
          at: 'GAP-RETENTION | assets/fields[skin.analyze,live] | kept | kept_input',
          shows: ['86400000', '60000', '7200000', '10800000', '7776000000'],
        },
      ],
    },
    {
      question: 'expiry_instant',
      gap: 'GAP-EXPIRY-INSTANT',
      choices: ['gone', 'there'],
      points: [
        { at: 'GAP-EXPIRY-INSTANT | assets/expiry[test] | at | status', shows: ['404', '200'] },
        { at: 'GAP-EXPIRY-INSTANT | assets/expiry[live] | at | status', shows: ['404', '200'] },
      ],
    },
    {
      question: 'malformed_id',
      gap: 'GAP-MALFORMED-ID',
      choices: [404, 400],
      points: [
        { at: 'GAP-MALFORMED-ID | assets/reads[test] | no_prefix | status', shows: ['404', '400'] },
        {
          at: 'GAP-MALFORMED-ID | assets/reads[test] | no_prefix | body.error.code',
          shows: ['"ASSET_NOT_FOUND"', '"INVALID_REQUEST"'],
        },
        { at: 'GAP-MALFORMED-ID | assets/reads[live] | no_prefix | status', shows: ['404', '400'] },
        {
          at: 'GAP-MALFORMED-ID | assets/reads[live] | no_prefix | body.error.code',
          shows: ['"ASSET_NOT_FOUND"', '"INVALID_REQUEST"'],
        },
      ],
    },
    {
      question: 'result_deletion_of_gone_job',
      gap: 'GAP-RESULT-DELETE-GONE',
      choices: [204, 404],
      points: [
        { at: 'GAP-RESULT-DELETE-GONE | results/as-assets[makeup.apply,test] | gone | status', shows: ['204', '404'] },
        {
          at: 'GAP-RESULT-DELETE-GONE | results/as-assets[makeup.apply,test] | gone | body.error.code',
          shows: ['null', '"ASSET_NOT_FOUND"'],
        },
        { at: 'GAP-RESULT-DELETE-GONE | results/as-assets[makeup.apply,live] | gone | status', shows: ['204', '404'] },
        {
          at: 'GAP-RESULT-DELETE-GONE | results/as-assets[makeup.apply,live] | gone | body.error.code',
          shows: ['null', '"ASSET_NOT_FOUND"'],
        },
        { at: 'GAP-RESULT-DELETE-GONE | results/as-assets[skin.analyze,test] | gone | status', shows: ['204', '404'] },
        {
          at: 'GAP-RESULT-DELETE-GONE | results/as-assets[skin.analyze,test] | gone | body.error.code',
          shows: ['null', '"ASSET_NOT_FOUND"'],
        },
        { at: 'GAP-RESULT-DELETE-GONE | results/as-assets[skin.analyze,live] | gone | status', shows: ['204', '404'] },
        {
          at: 'GAP-RESULT-DELETE-GONE | results/as-assets[skin.analyze,live] | gone | body.error.code',
          shows: ['null', '"ASSET_NOT_FOUND"'],
        },
      ],
    },
    {
      question: 'delete_feature',
      gap: 'GAP-DELETE-FEATURE',
      choices: ['both', 'jobs_only', 'assets_only'],
      points: [
        { at: 'GAP-DELETE-FEATURE | delete/feature-off | of_asset | of_job.status', shows: ['404', '404', '409'] },
        { at: 'GAP-DELETE-FEATURE | delete/feature-off | of_asset | of_asset.status', shows: ['404', '204', '404'] },
        {
          at: 'GAP-DELETE-FEATURE | delete/feature-off | of_asset | of_asset.body.error.code',
          shows: ['"NOT_FOUND"', 'null', '"NOT_FOUND"'],
        },
      ],
    },
    {
      question: 'input_content',
      gap: 'GAP-INPUT-CONTENT',
      choices: ['refuse', 'serve'],
      points: [
        { at: 'GAP-INPUT-CONTENT | assets/reads[test] | content | status', shows: ['404', '200'] },
        {
          at: 'GAP-INPUT-CONTENT | assets/reads[test] | content | body.error.code',
          shows: ['"ASSET_NOT_FOUND"', 'null'],
        },
        { at: 'GAP-INPUT-CONTENT | assets/reads[live] | content | status', shows: ['404', '200'] },
        {
          at: 'GAP-INPUT-CONTENT | assets/reads[live] | content | body.error.code',
          shows: ['"ASSET_NOT_FOUND"', 'null'],
        },
      ],
    },
    {
      question: 'content_type',
      gap: 'GAP-CONTENT-HEADERS',
      choices: ['media_type', 'octet_stream', 'absent'],
      points: [
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,long-dark-wavy.jpeg,live] | first_one | header.Content-Type',
          shows: ['"image/png"', '"application/octet-stream"', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,long-dark-wavy.jpeg,test] | first_one | header.Content-Type',
          shows: ['"image/png"', '"application/octet-stream"', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,curly-red.webp,test] | first_one | header.Content-Type',
          shows: ['"image/png"', '"application/octet-stream"', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,curly-red.webp,live] | first_one | header.Content-Type',
          shows: ['"image/png"', '"application/octet-stream"', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,curly-red.webp,live] | first_one | header.Content-Type',
          shows: ['"image/png"', '"application/octet-stream"', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,long-dark-wavy.jpeg,test] | first_one | header.Content-Type',
          shows: ['"image/png"', '"application/octet-stream"', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,curly-red.webp,test] | first_one | header.Content-Type',
          shows: ['"image/png"', '"application/octet-stream"', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,long-dark-wavy.jpeg,live] | first_one | header.Content-Type',
          shows: ['"image/png"', '"application/octet-stream"', 'null'],
        },
      ],
    },
    {
      question: 'content_etag',
      gap: 'GAP-CONTENT-HEADERS',
      choices: ['strong', 'weak', 'absent'],
      points: [
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,long-dark-wavy.jpeg,live] | first_one | header.ETag',
          shows: ['"\\"…\\""', '"W/\\"…\\""', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,long-dark-wavy.jpeg,test] | first_one | header.ETag',
          shows: ['"\\"…\\""', '"W/\\"…\\""', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,curly-red.webp,test] | first_one | header.ETag',
          shows: ['"\\"…\\""', '"W/\\"…\\""', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,curly-red.webp,live] | first_one | header.ETag',
          shows: ['"\\"…\\""', '"W/\\"…\\""', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,curly-red.webp,live] | first_one | header.ETag',
          shows: ['"\\"…\\""', '"W/\\"…\\""', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,long-dark-wavy.jpeg,test] | first_one | header.ETag',
          shows: ['"\\"…\\""', '"W/\\"…\\""', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,curly-red.webp,test] | first_one | header.ETag',
          shows: ['"\\"…\\""', '"W/\\"…\\""', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,long-dark-wavy.jpeg,live] | first_one | header.ETag',
          shows: ['"\\"…\\""', '"W/\\"…\\""', 'null'],
        },
      ],
    },
    {
      question: 'content_cache_control',
      gap: 'GAP-CONTENT-HEADERS',
      choices: ['private_no_store', 'private_max_age', 'absent'],
      points: [
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,long-dark-wavy.jpeg,live] | first_one | header.Cache-Control',
          shows: ['"private, no-store"', '"private, max-age=3600"', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,long-dark-wavy.jpeg,test] | first_one | header.Cache-Control',
          shows: ['"private, no-store"', '"private, max-age=3600"', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,curly-red.webp,test] | first_one | header.Cache-Control',
          shows: ['"private, no-store"', '"private, max-age=3600"', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,curly-red.webp,live] | first_one | header.Cache-Control',
          shows: ['"private, no-store"', '"private, max-age=3600"', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,curly-red.webp,live] | first_one | header.Cache-Control',
          shows: ['"private, no-store"', '"private, max-age=3600"', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,long-dark-wavy.jpeg,test] | first_one | header.Cache-Control',
          shows: ['"private, no-store"', '"private, max-age=3600"', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,curly-red.webp,test] | first_one | header.Cache-Control',
          shows: ['"private, no-store"', '"private, max-age=3600"', 'null'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,long-dark-wavy.jpeg,live] | first_one | header.Cache-Control',
          shows: ['"private, no-store"', '"private, max-age=3600"', 'null'],
        },
      ],
    },
    {
      question: 'content_disposition',
      gap: 'GAP-CONTENT-HEADERS',
      choices: ['absent', 'inline', 'attachment'],
      points: [
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,long-dark-wavy.jpeg,live] | first_one | header.Content-Disposition',
          shows: ['null', '"inline; filename=\\"asset_….png\\""', '"attachment; filename=\\"asset_….png\\""'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,long-dark-wavy.jpeg,test] | first_one | header.Content-Disposition',
          shows: ['null', '"inline; filename=\\"asset_….png\\""', '"attachment; filename=\\"asset_….png\\""'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,curly-red.webp,test] | first_one | header.Content-Disposition',
          shows: ['null', '"inline; filename=\\"asset_….png\\""', '"attachment; filename=\\"asset_….png\\""'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[makeup.apply,curly-red.webp,live] | first_one | header.Content-Disposition',
          shows: ['null', '"inline; filename=\\"asset_….png\\""', '"attachment; filename=\\"asset_….png\\""'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,curly-red.webp,live] | first_one | header.Content-Disposition',
          shows: ['null', '"inline; filename=\\"asset_….png\\""', '"attachment; filename=\\"asset_….png\\""'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,long-dark-wavy.jpeg,test] | first_one | header.Content-Disposition',
          shows: ['null', '"inline; filename=\\"asset_….png\\""', '"attachment; filename=\\"asset_….png\\""'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,curly-red.webp,test] | first_one | header.Content-Disposition',
          shows: ['null', '"inline; filename=\\"asset_….png\\""', '"attachment; filename=\\"asset_….png\\""'],
        },
        {
          at: 'GAP-CONTENT-HEADERS | results/outputs[skin.analyze,long-dark-wavy.jpeg,live] | first_one | header.Content-Disposition',
          shows: ['null', '"inline; filename=\\"asset_….png\\""', '"attachment; filename=\\"asset_….png\\""'],
        },
      ],
    },
    {
      question: 'content_of_unknown_asset',
      gap: 'GAP-CONTENT-UNKNOWN',
      choices: [404, 410],
      points: [
        { at: 'GAP-CONTENT-UNKNOWN | results/expiry[makeup.apply,test] | unknown | status', shows: ['404', '410'] },
        { at: 'GAP-CONTENT-UNKNOWN | results/expiry[makeup.apply,live] | unknown | status', shows: ['404', '410'] },
        { at: 'GAP-CONTENT-UNKNOWN | results/expiry[skin.analyze,test] | unknown | status', shows: ['404', '410'] },
        { at: 'GAP-CONTENT-UNKNOWN | results/expiry[skin.analyze,live] | unknown | status', shows: ['404', '410'] },
      ],
    },
    {
      question: 'capture_moment',
      gap: 'GAP-CREDIT-CAPTURE-MOMENT',
      choices: ['at_end', 'at_processing', 'at_pick_up', 'at_acceptance'],
      points: [
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-fails] | queued | body.settled_units',
          shows: ['10000', '10000', '10000', '9997'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-fails] | queued | body.held_units',
          shows: ['3', '3', '3', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-fails] | overnight | body.settled_units',
          shows: ['10000', '10000', '10000', '9997'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-fails] | overnight | body.held_units',
          shows: ['3', '3', '3', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-fails] | picked_up | body.settled_units',
          shows: ['10000', '10000', '9997', '9997'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-fails] | picked_up | body.held_units',
          shows: ['3', '3', '0', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-fails] | preparing | body.settled_units',
          shows: ['10000', '10000', '9997', '9997'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-fails] | preparing | body.held_units',
          shows: ['3', '3', '0', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-fails] | processing | body.settled_units',
          shows: ['10000', '9997', '9997', '9997'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-fails] | processing | body.held_units',
          shows: ['3', '0', '0', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-succeeds] | queued | body.settled_units',
          shows: ['10000', '10000', '10000', '9997'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-succeeds] | queued | body.held_units',
          shows: ['3', '3', '3', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-succeeds] | overnight | body.settled_units',
          shows: ['10000', '10000', '10000', '9997'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-succeeds] | overnight | body.held_units',
          shows: ['3', '3', '3', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-succeeds] | picked_up | body.settled_units',
          shows: ['10000', '10000', '9997', '9997'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-succeeds] | picked_up | body.held_units',
          shows: ['3', '3', '0', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-succeeds] | preparing | body.settled_units',
          shows: ['10000', '10000', '9997', '9997'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-succeeds] | preparing | body.held_units',
          shows: ['3', '3', '0', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-succeeds] | processing | body.settled_units',
          shows: ['10000', '9997', '9997', '9997'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[skin-succeeds] | processing | body.held_units',
          shows: ['3', '0', '0', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-succeeds] | queued | body.settled_units',
          shows: ['10000', '10000', '10000', '9995'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-succeeds] | queued | body.held_units',
          shows: ['5', '5', '5', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-succeeds] | overnight | body.settled_units',
          shows: ['10000', '10000', '10000', '9995'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-succeeds] | overnight | body.held_units',
          shows: ['5', '5', '5', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-succeeds] | picked_up | body.settled_units',
          shows: ['10000', '10000', '9995', '9995'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-succeeds] | picked_up | body.held_units',
          shows: ['5', '5', '0', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-succeeds] | preparing | body.settled_units',
          shows: ['10000', '10000', '9995', '9995'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-succeeds] | preparing | body.held_units',
          shows: ['5', '5', '0', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-succeeds] | processing | body.settled_units',
          shows: ['10000', '9995', '9995', '9995'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-succeeds] | processing | body.held_units',
          shows: ['5', '0', '0', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-fails] | queued | body.settled_units',
          shows: ['10000', '10000', '10000', '9995'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-fails] | queued | body.held_units',
          shows: ['5', '5', '5', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-fails] | overnight | body.settled_units',
          shows: ['10000', '10000', '10000', '9995'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-fails] | overnight | body.held_units',
          shows: ['5', '5', '5', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-fails] | picked_up | body.settled_units',
          shows: ['10000', '10000', '9995', '9995'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-fails] | picked_up | body.held_units',
          shows: ['5', '5', '0', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-fails] | preparing | body.settled_units',
          shows: ['10000', '10000', '9995', '9995'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-fails] | preparing | body.held_units',
          shows: ['5', '5', '0', '0'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-fails] | processing | body.settled_units',
          shows: ['10000', '9995', '9995', '9995'],
        },
        {
          at: 'GAP-CREDIT-CAPTURE-MOMENT | credits/charge[makeup-fails] | processing | body.held_units',
          shows: ['5', '0', '0', '0'],
        },
      ],
    },
    {
      question: 'test_key_balance',
      gap: 'GAP-CREDIT-TEST-BALANCE',
      choices: ['of_account', 'empty'],
      points: [
        { at: 'GAP-CREDIT-TEST-BALANCE | credits/balance[test] | read | body.available_units', shows: ['10000', '0'] },
      ],
    },
    {
      question: 'test_key_without_units',
      gap: 'GAP-CREDIT-TEST-UNITS',
      choices: ['accept', 'refuse'],
      points: [
        { at: 'GAP-CREDIT-TEST-UNITS | credits/test-without-units[makeup] | test | status', shows: ['202', '402'] },
        {
          at: 'GAP-CREDIT-TEST-UNITS | credits/test-without-units[makeup] | test | body.error.code',
          shows: ['null', '"INSUFFICIENT_CREDITS"'],
        },
        { at: 'GAP-CREDIT-TEST-UNITS | credits/test-without-units[skin] | test | status', shows: ['202', '402'] },
        {
          at: 'GAP-CREDIT-TEST-UNITS | credits/test-without-units[skin] | test | body.error.code',
          shows: ['null', '"INSUFFICIENT_CREDITS"'],
        },
      ],
    },
    {
      question: 'usage_shape',
      gap: 'GAP-USAGE-SHAPE',
      choices: ['rows', 'days_map', 'bare_map', 'nested_rows', 'days_back', 'short_names'],
      points: [
        {
          at: 'GAP-USAGE-SHAPE | usage/counts[makeup.apply,test] | before | body',
          shows: ['{"data":[]}', '{"days":{}}', '{}', '{"data":[]}', '{"days_back":[{}]}', '{"data":[]}'],
        },
        {
          at: 'GAP-USAGE-SHAPE | usage/counts[makeup.apply,test] | from | body',
          shows: [
            '{"data":[{"date":"…","operation":"makeup.apply","accepted":2}]}',
            '{"days":{"…":{"makeup.apply":2}}}',
            '{"…":{"makeup.apply":2}}',
            '{"data":[{"date":"…","operations":{"makeup.apply":2}}]}',
            '{"days_back":[{"makeup.apply":2}]}',
            '{"data":[{"date":"…","operation":"makeup","accepted":2}]}',
          ],
        },
        {
          at: 'GAP-USAGE-SHAPE | usage/counts[makeup.apply,live] | before | body',
          shows: ['{"data":[]}', '{"days":{}}', '{}', '{"data":[]}', '{"days_back":[{}]}', '{"data":[]}'],
        },
        {
          at: 'GAP-USAGE-SHAPE | usage/counts[makeup.apply,live] | from | body',
          shows: [
            '{"data":[{"date":"…","operation":"makeup.apply","accepted":2}]}',
            '{"days":{"…":{"makeup.apply":2}}}',
            '{"…":{"makeup.apply":2}}',
            '{"data":[{"date":"…","operations":{"makeup.apply":2}}]}',
            '{"days_back":[{"makeup.apply":2}]}',
            '{"data":[{"date":"…","operation":"makeup","accepted":2}]}',
          ],
        },
        {
          at: 'GAP-USAGE-SHAPE | usage/counts[skin.analyze,live] | before | body',
          shows: ['{"data":[]}', '{"days":{}}', '{}', '{"data":[]}', '{"days_back":[{}]}', '{"data":[]}'],
        },
        {
          at: 'GAP-USAGE-SHAPE | usage/counts[skin.analyze,live] | from | body',
          shows: [
            '{"data":[{"date":"…","operation":"skin.analyze","accepted":2}]}',
            '{"days":{"…":{"skin.analyze":2}}}',
            '{"…":{"skin.analyze":2}}',
            '{"data":[{"date":"…","operations":{"skin.analyze":2}}]}',
            '{"days_back":[{"skin.analyze":2}]}',
            '{"data":[{"date":"…","operation":"skin","accepted":2}]}',
          ],
        },
        {
          at: 'GAP-USAGE-SHAPE | usage/counts[skin.analyze,test] | before | body',
          shows: ['{"data":[]}', '{"days":{}}', '{}', '{"data":[]}', '{"days_back":[{}]}', '{"data":[]}'],
        },
        {
          at: 'GAP-USAGE-SHAPE | usage/counts[skin.analyze,test] | from | body',
          shows: [
            '{"data":[{"date":"…","operation":"skin.analyze","accepted":2}]}',
            '{"days":{"…":{"skin.analyze":2}}}',
            '{"…":{"skin.analyze":2}}',
            '{"data":[{"date":"…","operations":{"skin.analyze":2}}]}',
            '{"days_back":[{"skin.analyze":2}]}',
            '{"data":[{"date":"…","operation":"skin","accepted":2}]}',
          ],
        },
      ],
    },
    {
      question: 'usage_parameters',
      gap: 'GAP-USAGE-SHAPE',
      choices: ['from_and_to', 'none'],
      points: [
        { at: 'GAP-USAGE-SHAPE | usage/counts[makeup.apply,test] | from | status', shows: ['200', '400'] },
        {
          at: 'GAP-USAGE-SHAPE | usage/counts[makeup.apply,test] | from | body',
          shows: [
            '{"data":[{"date":"…","operation":"makeup.apply","accepted":2}]}',
            '{"error":{"code":"INVALID_REQUEST","message":"from: is not a parameter of this list; to: is not a parameter of this list","request_id":"req_…","details":{"fields":[{"path":"from","problem":"is not a parameter of this list"},{"path":"to","problem":"is not a parameter of this list"}]},"retryable":fals',
          ],
        },
        { at: 'GAP-USAGE-SHAPE | usage/counts[makeup.apply,live] | from | status', shows: ['200', '400'] },
        {
          at: 'GAP-USAGE-SHAPE | usage/counts[makeup.apply,live] | from | body',
          shows: [
            '{"data":[{"date":"…","operation":"makeup.apply","accepted":2}]}',
            '{"error":{"code":"INVALID_REQUEST","message":"from: is not a parameter of this list; to: is not a parameter of this list","request_id":"req_…","details":{"fields":[{"path":"from","problem":"is not a parameter of this list"},{"path":"to","problem":"is not a parameter of this list"}]},"retryable":fals',
          ],
        },
        { at: 'GAP-USAGE-SHAPE | usage/counts[skin.analyze,live] | from | status', shows: ['200', '400'] },
        {
          at: 'GAP-USAGE-SHAPE | usage/counts[skin.analyze,live] | from | body',
          shows: [
            '{"data":[{"date":"…","operation":"skin.analyze","accepted":2}]}',
            '{"error":{"code":"INVALID_REQUEST","message":"from: is not a parameter of this list; to: is not a parameter of this list","request_id":"req_…","details":{"fields":[{"path":"from","problem":"is not a parameter of this list"},{"path":"to","problem":"is not a parameter of this list"}]},"retryable":fals',
          ],
        },
        { at: 'GAP-USAGE-SHAPE | usage/counts[skin.analyze,test] | from | status', shows: ['200', '400'] },
        {
          at: 'GAP-USAGE-SHAPE | usage/counts[skin.analyze,test] | from | body',
          shows: [
            '{"data":[{"date":"…","operation":"skin.analyze","accepted":2}]}',
            '{"error":{"code":"INVALID_REQUEST","message":"from: is not a parameter of this list; to: is not a parameter of this list","request_id":"req_…","details":{"fields":[{"path":"from","problem":"is not a parameter of this list"},{"path":"to","problem":"is not a parameter of this list"}]},"retryable":fals',
          ],
        },
      ],
    },
    { question: 'usage_days', gap: 'GAP-USAGE-SHAPE', choices: [30, 1, 365], points: [] },
    {
      question: 'usage_cancelled',
      gap: 'GAP-USAGE-CANCELLED',
      choices: ['counted', 'taken_out'],
      points: [
        {
          at: 'GAP-USAGE-CANCELLED | usage/cancelled-jobs[makeup.apply,test] | unmoved | stays_counted',
          shows: ['true', 'false'],
        },
        {
          at: 'GAP-USAGE-CANCELLED | usage/cancelled-jobs[skin.analyze,live] | unmoved | stays_counted',
          shows: ['true', 'false'],
        },
      ],
    },
    {
      question: 'codes.duplicate_concern',
      gap: 'GAP-CODE-DUPLICATE',
      choices: ['INVALID_REQUEST', 'DUPLICATE'],
      points: [
        {
          at: 'GAP-CODE-DUPLICATE | skin/bad-requests[test] | twice | body.error.code',
          shows: ['"INVALID_REQUEST"', '"DUPLICATE"'],
        },
        {
          at: 'GAP-CODE-DUPLICATE | skin/bad-requests[live] | twice | body.error.code',
          shows: ['"INVALID_REQUEST"', '"DUPLICATE"'],
        },
      ],
    },
    {
      question: 'codes.asset_expired',
      gap: 'GAP-CODE-INPUT-EXPIRED',
      choices: ['ASSET_EXPIRED', 'GONE'],
      points: [
        {
          at: 'GAP-CODE-INPUT-EXPIRED | submits/expired-asset[makeup.apply,test] | too_late | body.error.code',
          shows: ['"ASSET_EXPIRED"', '"GONE"'],
        },
        {
          at: 'GAP-CODE-INPUT-EXPIRED | submits/expired-asset[skin.analyze,live] | too_late | body.error.code',
          shows: ['"ASSET_EXPIRED"', '"GONE"'],
        },
      ],
    },
    {
      question: 'codes.payload_too_large',
      gap: 'GAP-CODE-413',
      choices: ['PAYLOAD_TOO_LARGE', 'TOO_BIG'],
      points: [
        {
          at: 'GAP-CODE-413 | submits/huge-body[makeup.apply] | huge | body.error.code',
          shows: ['"PAYLOAD_TOO_LARGE"', '"TOO_BIG"'],
        },
        {
          at: 'GAP-CODE-413 | submits/huge-body[skin.analyze] | huge | body.error.code',
          shows: ['"PAYLOAD_TOO_LARGE"', '"TOO_BIG"'],
        },
      ],
    },
    {
      question: 'codes.rate_limited',
      gap: 'GAP-CODE-429',
      choices: ['RATE_LIMITED', 'SLOW_DOWN'],
      points: [
        {
          at: 'GAP-CODE-429 | limits/admission[makeup.apply,test] | above | body.error.code',
          shows: ['"RATE_LIMITED"', '"SLOW_DOWN"'],
        },
        {
          at: 'GAP-CODE-429 | limits/admission[skin.analyze,live] | above | body.error.code',
          shows: ['"RATE_LIMITED"', '"SLOW_DOWN"'],
        },
      ],
    },
    { question: 'codes.internal_error', gap: 'GAP-CODE-500', choices: ['INTERNAL_ERROR', 'OOPS'], points: [] },
    {
      question: 'codes.not_found',
      gap: 'GAP-CODE-PATH-404',
      choices: ['NOT_FOUND', 'NO_ROUTE'],
      points: [
        {
          at: 'GAP-CODE-PATH-404 | errors/unknown-paths[test] | plain | body.error.code',
          shows: ['"NOT_FOUND"', '"NO_ROUTE"'],
        },
        {
          at: 'GAP-CODE-PATH-404 | errors/unknown-paths[live] | plain | body.error.code',
          shows: ['"NOT_FOUND"', '"NO_ROUTE"'],
        },
        { at: 'GAP-CODE-PATH-404 | features/paths | top | body.error.code', shows: ['"NOT_FOUND"', '"NO_ROUTE"'] },
      ],
    },
    {
      question: 'codes.invalid_submission',
      gap: 'GAP-CODE-SUBMIT-400',
      choices: ['INVALID_REQUEST', 'VALIDATION_FAILED'],
      points: [
        {
          at: 'GAP-CODE-SUBMIT-400 | submits/open-questions | bad | body.error.code',
          shows: ['"INVALID_REQUEST"', '"VALIDATION_FAILED"'],
        },
      ],
    },
    {
      question: 'codes.image_sides',
      gap: 'GAP-UPLOAD-DIMENSIONS',
      choices: ['INVALID_REQUEST', 'IMAGE_DIMENSIONS'],
      points: [
        {
          at: 'GAP-UPLOAD-DIMENSIONS | assets/open-questions | smallest | body.error.code',
          shows: ['"INVALID_REQUEST"', '"IMAGE_DIMENSIONS"'],
        },
        {
          at: 'GAP-UPLOAD-DIMENSIONS | assets/open-questions | longest | body.error.code',
          shows: ['"INVALID_REQUEST"', '"IMAGE_DIMENSIONS"'],
        },
      ],
    },
    {
      question: 'codes.malformed_id',
      gap: 'GAP-MALFORMED-ID',
      choices: ['INVALID_REQUEST', 'MALFORMED_ID'],
      points: [
        {
          at: 'GAP-MALFORMED-ID | assets/reads[test] | no_prefix | body.error.code',
          shows: ['"INVALID_REQUEST"', '"MALFORMED_ID"'],
        },
        {
          at: 'GAP-MALFORMED-ID | assets/reads[live] | no_prefix | body.error.code',
          shows: ['"INVALID_REQUEST"', '"MALFORMED_ID"'],
        },
      ],
    },
    {
      question: 'error_details',
      gap: 'GAP-ERROR-DETAILS',
      choices: ['fields_list', 'by_field', 'parameter', 'hint', 'absent'],
      points: [
        {
          at: 'GAP-ERROR-DETAILS | errors/bodies[makeup.apply,live] | bad | body.error.details',
          shows: [
            '{"fields":[{"path":"inputs","problem":"Invalid input: expected array, received undefined"}]}',
            '{"inputs":"Invalid input: expected array, received undefined"}',
            '{"parameter":"inputs"}',
            '{"hint":"none","fields":[{"path":"inputs","problem":"Invalid input: expected array, received undefined"}]}',
            'null',
          ],
        },
        {
          at: 'GAP-ERROR-DETAILS | errors/bodies[skin.analyze,test] | bad | body.error.details',
          shows: [
            '{"fields":[{"path":"inputs","problem":"Invalid input: expected array, received undefined"}]}',
            '{"inputs":"Invalid input: expected array, received undefined"}',
            '{"parameter":"inputs"}',
            '{"hint":"none","fields":[{"path":"inputs","problem":"Invalid input: expected array, received undefined"}]}',
            'null',
          ],
        },
      ],
    },
    {
      question: 'unknown_path_without_key',
      gap: 'GAP-PATH-NO-KEY',
      choices: [404, 401],
      points: [
        { at: 'GAP-PATH-NO-KEY | auth/not-shown | unknown | status', shows: ['404', '401'] },
        {
          at: 'GAP-PATH-NO-KEY | auth/not-shown | unknown | body.error.code',
          shows: ['"NOT_FOUND"', '"INVALID_API_KEY"'],
        },
        { at: 'GAP-PATH-NO-KEY | features/paths | keyless | status', shows: ['404', '401'] },
        {
          at: 'GAP-PATH-NO-KEY | features/paths | keyless | body.error.code',
          shows: ['"NOT_FOUND"', '"INVALID_API_KEY"'],
        },
      ],
    },
    {
      question: 'wrong_method',
      gap: 'GAP-METHOD',
      choices: [404, 405],
      points: [
        { at: 'GAP-METHOD | errors/unknown-paths[test] | method | status', shows: ['404', '405'] },
        { at: 'GAP-METHOD | errors/unknown-paths[test] | read_product | status', shows: ['404', '405'] },
        { at: 'GAP-METHOD | errors/unknown-paths[live] | method | status', shows: ['404', '405'] },
        { at: 'GAP-METHOD | errors/unknown-paths[live] | read_product | status', shows: ['404', '405'] },
        { at: 'GAP-METHOD | features/paths | method | status', shows: ['404', '405'] },
        { at: 'GAP-METHOD | features/paths | no_get | status', shows: ['404', '405'] },
      ],
    },
    {
      question: 'codes.wrong_method',
      gap: 'GAP-METHOD',
      choices: ['NOT_FOUND', 'METHOD_NOT_ALLOWED'],
      points: [
        {
          at: 'GAP-METHOD | errors/unknown-paths[test] | method | body.error.code',
          shows: ['"NOT_FOUND"', '"METHOD_NOT_ALLOWED"'],
        },
        {
          at: 'GAP-METHOD | errors/unknown-paths[test] | read_product | body.error.code',
          shows: ['"NOT_FOUND"', '"METHOD_NOT_ALLOWED"'],
        },
        {
          at: 'GAP-METHOD | errors/unknown-paths[live] | method | body.error.code',
          shows: ['"NOT_FOUND"', '"METHOD_NOT_ALLOWED"'],
        },
        {
          at: 'GAP-METHOD | errors/unknown-paths[live] | read_product | body.error.code',
          shows: ['"NOT_FOUND"', '"METHOD_NOT_ALLOWED"'],
        },
        {
          at: 'GAP-METHOD | features/paths | method | body.error.code',
          shows: ['"NOT_FOUND"', '"METHOD_NOT_ALLOWED"'],
        },
        {
          at: 'GAP-METHOD | features/paths | no_get | body.error.code',
          shows: ['"NOT_FOUND"', '"METHOD_NOT_ALLOWED"'],
        },
      ],
    },
    {
      question: 'livemode',
      gap: 'GAP-LIVEMODE-PRESENT',
      choices: ['with_test_keys', 'never', 'jobs_and_events'],
      points: [
        {
          at: 'GAP-LIVEMODE-PRESENT | livemode/truth[test,makeup.apply] | asset | body.livemode',
          shows: ['false', 'null', 'null'],
        },
        {
          at: 'GAP-LIVEMODE-PRESENT | livemode/truth[live,makeup.apply] | asset | body.livemode',
          shows: ['true', 'null', 'null'],
        },
        {
          at: 'GAP-LIVEMODE-PRESENT | livemode/truth[live,skin.analyze] | asset | body.livemode',
          shows: ['true', 'null', 'null'],
        },
        {
          at: 'GAP-LIVEMODE-PRESENT | livemode/truth[test,skin.analyze] | asset | body.livemode',
          shows: ['false', 'null', 'null'],
        },
      ],
    },
    {
      question: 'hair_body',
      gap: 'GAP-HAIR-BODY',
      choices: ['color_gradient', 'colors_list', 'one_color'],
      points: [],
    },
    { question: 'hair_mask_place', gap: 'GAP-HAIR-BODY', choices: ['input_role', 'own_field'], points: [] },
    {
      question: 'idempotency_key',
      gap: 'GAP-IDEM-NO-KEY',
      choices: ['required', 'optional'],
      points: [
        { at: 'GAP-IDEM-NO-KEY | idempotency/open-questions | no_key | status', shows: ['400', '202'] },
        {
          at: 'GAP-IDEM-NO-KEY | idempotency/open-questions | no_key | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null'],
        },
      ],
    },
    {
      question: 'idempotency_key_max_length',
      gap: 'GAP-IDEM-KEY-FORM',
      choices: [255, 36, 64, 300],
      points: [
        {
          at: 'GAP-IDEM-KEY-FORM | idempotency/open-questions | long_key | status',
          shows: ['400', '400', '400', '202'],
        },
        {
          at: 'GAP-IDEM-KEY-FORM | idempotency/open-questions | long_key | body.error.code',
          shows: ['"INVALID_REQUEST"', '"INVALID_REQUEST"', '"INVALID_REQUEST"', 'null'],
        },
      ],
    },
    {
      question: 'idempotency_key_characters',
      gap: 'GAP-IDEM-KEY-FORM',
      choices: ['visible_ascii', 'with_spaces', 'any', 'uuid'],
      points: [
        {
          at: 'GAP-IDEM-KEY-FORM | idempotency/open-questions | spaced_key | status',
          shows: ['400', '202', '202', '400'],
        },
        {
          at: 'GAP-IDEM-KEY-FORM | idempotency/open-questions | spaced_key | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null', 'null', '"INVALID_REQUEST"'],
        },
      ],
    },
    {
      question: 'empty_idempotency_key',
      gap: 'GAP-IDEM-KEY-FORM',
      choices: ['refuse', 'as_missing'],
      points: [
        { at: 'GAP-IDEM-KEY-FORM | idempotency/open-questions | empty_key | status', shows: ['400', '202'] },
        {
          at: 'GAP-IDEM-KEY-FORM | idempotency/open-questions | empty_key | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null'],
        },
      ],
    },
    {
      question: 'idempotency_key_routes',
      gap: 'GAP-IDEM-OTHER-ROUTE',
      choices: ['shared', 'apart'],
      points: [
        { at: 'GAP-IDEM-OTHER-ROUTE | idempotency/open-questions | other_route | status', shows: ['409', '202'] },
        {
          at: 'GAP-IDEM-OTHER-ROUTE | idempotency/open-questions | other_route | body.error.code',
          shows: ['"IDEMPOTENCY_KEY_REUSED"', 'null'],
        },
      ],
    },
    {
      question: 'idempotency_key_owner',
      gap: 'GAP-IDEM-OTHER-API-KEY',
      choices: ['account', 'api_key'],
      points: [
        { at: 'GAP-IDEM-OTHER-API-KEY | idempotency/open-questions | second_key | status', shows: ['200', '202'] },
      ],
    },
    {
      question: 'idempotency_key_of_other_account',
      gap: 'GAP-IDEM-OTHER-ACCOUNT',
      choices: ['free', 'conflict'],
      points: [
        {
          at: 'GAP-IDEM-OTHER-ACCOUNT | isolation/idempotency-environment[live,test] | stranger | status',
          shows: ['202', '409'],
        },
        {
          at: 'GAP-IDEM-OTHER-ACCOUNT | isolation/idempotency-environment[live,test] | stranger | body.error.code',
          shows: ['null', '"IDEMPOTENCY_KEY_REUSED"'],
        },
        {
          at: 'GAP-IDEM-OTHER-ACCOUNT | isolation/idempotency-environment[test,live] | stranger | status',
          shows: ['202', '409'],
        },
        {
          at: 'GAP-IDEM-OTHER-ACCOUNT | isolation/idempotency-environment[test,live] | stranger | body.error.code',
          shows: ['null', '"IDEMPOTENCY_KEY_REUSED"'],
        },
        {
          at: 'GAP-IDEM-OTHER-ACCOUNT | isolation/idempotency-account[other_account,primary] | stranger | status',
          shows: ['202', '409'],
        },
        {
          at: 'GAP-IDEM-OTHER-ACCOUNT | isolation/idempotency-account[other_account,primary] | stranger | body.error.code',
          shows: ['null', '"IDEMPOTENCY_KEY_REUSED"'],
        },
        {
          at: 'GAP-IDEM-OTHER-ACCOUNT | isolation/idempotency-account[primary,other_account] | stranger | status',
          shows: ['202', '409'],
        },
        {
          at: 'GAP-IDEM-OTHER-ACCOUNT | isolation/idempotency-account[primary,other_account] | stranger | body.error.code',
          shows: ['null', '"IDEMPOTENCY_KEY_REUSED"'],
        },
      ],
    },
    {
      question: 'same_request.defaults',
      gap: 'GAP-IDEM-DEFAULTS',
      choices: ['same', 'other'],
      points: [
        {
          at: 'GAP-IDEM-DEFAULTS | idempotency/replay[skin.analyze,IDEM-SET-ORDER] | gap | status',
          shows: ['200', '409'],
        },
        {
          at: 'GAP-IDEM-DEFAULTS | idempotency/replay[skin.analyze,IDEM-SET-ORDER] | gap | body.error.code',
          shows: ['null', '"IDEMPOTENCY_KEY_REUSED"'],
        },
        { at: 'GAP-IDEM-DEFAULTS | idempotency/open-questions | default_opacity | status', shows: ['200', '409'] },
        {
          at: 'GAP-IDEM-DEFAULTS | idempotency/open-questions | default_opacity | body.error.code',
          shows: ['null', '"IDEMPOTENCY_KEY_REUSED"'],
        },
      ],
    },
    {
      question: 'same_request.numbers',
      gap: 'GAP-IDEM-NUMBERS',
      choices: ['same', 'other'],
      points: [
        { at: 'GAP-IDEM-NUMBERS | idempotency/open-questions | point | status', shows: ['200', '409'] },
        {
          at: 'GAP-IDEM-NUMBERS | idempotency/open-questions | point | body.error.code',
          shows: ['null', '"IDEMPOTENCY_KEY_REUSED"'],
        },
      ],
    },
    {
      question: 'refused_request_claims_key',
      gap: 'GAP-IDEM-REFUSED',
      choices: ['free', 'claimed'],
      points: [
        { at: 'GAP-IDEM-REFUSED | idempotency/open-questions | mended | status', shows: ['202', '409'] },
        {
          at: 'GAP-IDEM-REFUSED | idempotency/open-questions | mended | body.error.code',
          shows: ['null', '"IDEMPOTENCY_KEY_REUSED"'],
        },
      ],
    },
    {
      question: 'replay_state',
      gap: 'GAP-IDEM-REPLAY-STATE',
      choices: ['present', 'first'],
      points: [
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/makeup.apply,test] | again | body.status',
          shows: ['"succeeded"', '"queued"'],
        },
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/makeup.apply,test] | again | header.Retry-After',
          shows: ['null', '"1"'],
        },
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/makeup.apply,live] | again | body.status',
          shows: ['"failed"', '"queued"'],
        },
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/makeup.apply,live] | again | header.Retry-After',
          shows: ['null', '"1"'],
        },
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/skin.analyze,test] | again | body.status',
          shows: ['"failed"', '"queued"'],
        },
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/skin.analyze,test] | again | header.Retry-After',
          shows: ['null', '"1"'],
        },
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/skin.analyze,live] | again | body.status',
          shows: ['"succeeded"', '"queued"'],
        },
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/skin.analyze,live] | again | header.Retry-After',
          shows: ['null', '"1"'],
        },
      ],
    },
    {
      question: 'replay_location',
      gap: 'GAP-IDEM-REPLAY-STATE',
      choices: ['present', 'absent'],
      points: [
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/makeup.apply,test] | again | header.Location',
          shows: ['"/v1/jobs/job_…"', 'null'],
        },
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/makeup.apply,live] | again | header.Location',
          shows: ['"/v1/jobs/job_…"', 'null'],
        },
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/skin.analyze,test] | again | header.Location',
          shows: ['"/v1/jobs/job_…"', 'null'],
        },
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/skin.analyze,live] | again | header.Location',
          shows: ['"/v1/jobs/job_…"', 'null'],
        },
      ],
    },
    {
      question: 'replay_retry_after',
      gap: 'GAP-IDEM-REPLAY-STATE',
      choices: ['while_not_done', 'always', 'absent'],
      points: [
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/makeup.apply,test] | again | header.Retry-After',
          shows: ['null', '"1"', 'null'],
        },
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/makeup.apply,live] | again | header.Retry-After',
          shows: ['null', '"1"', 'null'],
        },
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/skin.analyze,test] | again | header.Retry-After',
          shows: ['null', '"1"', 'null'],
        },
        {
          at: 'GAP-IDEM-REPLAY-STATE | idempotency/after-end[scripted/skin.analyze,live] | again | header.Retry-After',
          shows: ['null', '"1"', 'null'],
        },
      ],
    },
    {
      question: 'replay_after_input_gone',
      gap: 'GAP-IDEM-INPUT-GONE',
      choices: ['replay', 'refuse'],
      points: [
        { at: 'GAP-IDEM-INPUT-GONE | idempotency/open-questions | input_gone | status', shows: ['200', '404'] },
        {
          at: 'GAP-IDEM-INPUT-GONE | idempotency/open-questions | input_gone | body.error.code',
          shows: ['null', '"ASSET_NOT_FOUND"'],
        },
      ],
    },
    {
      question: 'daily_quota.live',
      gap: 'GAP-QUOTA-ANSWER',
      choices: [{}, { 'skin.analyze': 100, 'makeup.apply': 100 }],
      points: [],
    },
    {
      question: 'daily_quota.test',
      gap: 'GAP-QUOTA-ANSWER',
      choices: [{}, { 'skin.analyze': 100, 'makeup.apply': 100 }],
      points: [],
    },
    {
      question: 'quota_status',
      gap: 'GAP-QUOTA-ANSWER',
      choices: [429, 402, 403],
      points: [
        { at: 'GAP-QUOTA-ANSWER | cancel/quota[makeup-test] | over | status', shows: ['429', '402', '403'] },
        { at: 'GAP-QUOTA-ANSWER | cancel/quota[skin] | over | status', shows: ['429', '402', '403'] },
        { at: 'GAP-QUOTA-ANSWER | cancel/quota[late-makeup] | over | status', shows: ['429', '402', '403'] },
        { at: 'GAP-QUOTA-ANSWER | cancel/quota[late-skin] | over | status', shows: ['429', '402', '403'] },
        { at: 'GAP-QUOTA-ANSWER | limits/quota[makeup.apply,test] | full | status', shows: ['429', '402', '403'] },
        { at: 'GAP-QUOTA-ANSWER | limits/quota[skin.analyze,live] | full | status', shows: ['429', '402', '403'] },
      ],
    },
    {
      question: 'quota_code',
      gap: 'GAP-QUOTA-ANSWER',
      choices: ['RATE_LIMITED', 'QUOTA_EXCEEDED'],
      points: [
        {
          at: 'GAP-QUOTA-ANSWER | cancel/quota[makeup-test] | over | body.error.code',
          shows: ['"RATE_LIMITED"', '"QUOTA_EXCEEDED"'],
        },
        {
          at: 'GAP-QUOTA-ANSWER | cancel/quota[skin] | over | body.error.code',
          shows: ['"RATE_LIMITED"', '"QUOTA_EXCEEDED"'],
        },
        {
          at: 'GAP-QUOTA-ANSWER | cancel/quota[late-makeup] | over | body.error.code',
          shows: ['"RATE_LIMITED"', '"QUOTA_EXCEEDED"'],
        },
        {
          at: 'GAP-QUOTA-ANSWER | cancel/quota[late-skin] | over | body.error.code',
          shows: ['"RATE_LIMITED"', '"QUOTA_EXCEEDED"'],
        },
        {
          at: 'GAP-QUOTA-ANSWER | limits/quota[makeup.apply,test] | full | body.error.code',
          shows: ['"RATE_LIMITED"', '"QUOTA_EXCEEDED"'],
        },
        {
          at: 'GAP-QUOTA-ANSWER | limits/quota[skin.analyze,live] | full | body.error.code',
          shows: ['"RATE_LIMITED"', '"QUOTA_EXCEEDED"'],
        },
      ],
    },
    {
      question: 'quota_retry_after',
      gap: 'GAP-QUOTA-ANSWER',
      choices: ['until_next_day', 'one_hour', 'absent'],
      points: [
        {
          at: 'GAP-QUOTA-ANSWER | limits/quota[makeup.apply,test] | full | header.Retry-After',
          shows: ['"86400"', '"3600"', 'null'],
        },
        {
          at: 'GAP-QUOTA-ANSWER | limits/quota[skin.analyze,live] | full | header.Retry-After',
          shows: ['"86400"', '"3600"', 'null'],
        },
      ],
    },
    { question: 'quota_counts', gap: 'GAP-QUOTA-DAY', choices: ['by_operation', 'together'], points: [] },
    { question: 'quota_day', gap: 'GAP-QUOTA-DAY', choices: ['utc_midnight', 'at_first_job', 'rolling'], points: [] },
    { question: 'admission_per_minute', gap: 'GAP-RATE-LIMIT', choices: [null, 30, 1000], points: [] },
    {
      question: 'admission_window',
      gap: 'GAP-RATE-LIMIT',
      choices: ['calendar_minute', 'sliding_minute', 'token_bucket'],
      points: [
        {
          at: 'GAP-RATE-LIMIT | limits/admission[makeup.apply,test] | above | header.Retry-After',
          shows: ['"60"', '"60"', '"20"'],
        },
        {
          at: 'GAP-RATE-LIMIT | limits/admission[skin.analyze,live] | above | header.Retry-After',
          shows: ['"60"', '"60"', '"20"'],
        },
      ],
    },
    { question: 'admission_owner', gap: 'GAP-RATE-LIMIT', choices: ['api_key', 'environment', 'account'], points: [] },
    {
      question: 'cursor_other_key',
      gap: 'GAP-CURSOR-OTHER-KEY',
      choices: ['take', 'refuse'],
      points: [
        {
          at: 'GAP-CURSOR-OTHER-KEY | lists/cursor-of-another-account[live.2] | second | status',
          shows: ['200', '400'],
        },
        {
          at: 'GAP-CURSOR-OTHER-KEY | lists/cursor-of-another-account[live.2] | second | body.error.code',
          shows: ['null', '"INVALID_CURSOR"'],
        },
        {
          at: 'GAP-CURSOR-OTHER-KEY | lists/cursor-of-another-account[test.6] | second | status',
          shows: ['200', '400'],
        },
        {
          at: 'GAP-CURSOR-OTHER-KEY | lists/cursor-of-another-account[test.6] | second | body.error.code',
          shows: ['null', '"INVALID_CURSOR"'],
        },
        {
          at: 'GAP-CURSOR-OTHER-KEY | lists/cursor-of-another-account[test.4] | second | status',
          shows: ['200', '400'],
        },
        {
          at: 'GAP-CURSOR-OTHER-KEY | lists/cursor-of-another-account[test.4] | second | body.error.code',
          shows: ['null', '"INVALID_CURSOR"'],
        },
        {
          at: 'GAP-CURSOR-OTHER-KEY | lists/cursor-of-another-account[test.5] | second | status',
          shows: ['200', '400'],
        },
        {
          at: 'GAP-CURSOR-OTHER-KEY | lists/cursor-of-another-account[test.5] | second | body.error.code',
          shows: ['null', '"INVALID_CURSOR"'],
        },
        {
          at: 'GAP-CURSOR-OTHER-KEY | lists/cursor-of-another-account[live.3] | second | status',
          shows: ['200', '400'],
        },
        {
          at: 'GAP-CURSOR-OTHER-KEY | lists/cursor-of-another-account[live.3] | second | body.error.code',
          shows: ['null', '"INVALID_CURSOR"'],
        },
        {
          at: 'GAP-CURSOR-OTHER-KEY | lists/cursor-of-another-account[live.1] | second | status',
          shows: ['200', '400'],
        },
        {
          at: 'GAP-CURSOR-OTHER-KEY | lists/cursor-of-another-account[live.1] | second | body.error.code',
          shows: ['null', '"INVALID_CURSOR"'],
        },
      ],
    },
    {
      question: 'list_of_unknown_job',
      gap: 'GAP-LIST-JOB-UNKNOWN',
      choices: ['empty_list', 400, 404],
      points: [
        {
          at: 'GAP-LIST-JOB-UNKNOWN | isolation/lists-environment[live-things] | of_none | status',
          shows: ['200', '400', '404'],
        },
        {
          at: 'GAP-LIST-JOB-UNKNOWN | isolation/lists-environment[live-things] | of_none | body.data',
          shows: ['[]', 'null', 'null'],
        },
        {
          at: 'GAP-LIST-JOB-UNKNOWN | isolation/lists-environment[test-things] | of_none | status',
          shows: ['200', '400', '404'],
        },
        {
          at: 'GAP-LIST-JOB-UNKNOWN | isolation/lists-environment[test-things] | of_none | body.data',
          shows: ['[]', 'null', 'null'],
        },
      ],
    },
    { question: 'list_limit_per_minute', gap: 'GAP-LIST-429', choices: [null, 60], points: [] },
    {
      question: 'jobs_list_shape',
      gap: 'GAP-JOBS-LIST-SHAPE',
      choices: ['page', 'bare_list', 'under_jobs', 'summaries'],
      points: [
        {
          at: 'GAP-JOBS-LIST-SHAPE | lists/jobs[test] | noted | members',
          shows: ['["data","has_more","next_cursor"]', null, '["has_more","jobs","next_cursor"]', '["after","jobs"]'],
        },
        {
          at: 'GAP-JOBS-LIST-SHAPE | lists/jobs[live] | noted | members',
          shows: ['["data","has_more","next_cursor"]', null, '["has_more","jobs","next_cursor"]', '["after","jobs"]'],
        },
      ],
    },
    {
      question: 'jobs_list_parameters',
      gap: 'GAP-JOBS-LIST-QUERY',
      choices: ['all_filters', 'limit_and_cursor'],
      points: [
        { at: 'GAP-JOBS-LIST-QUERY | lists/jobs[test] | query | status', shows: ['200', '400'] },
        {
          at: 'GAP-JOBS-LIST-QUERY | lists/jobs[test] | query | body.error.code',
          shows: ['null', '"INVALID_REQUEST"'],
        },
        { at: 'GAP-JOBS-LIST-QUERY | lists/jobs[live] | query | status', shows: ['200', '400'] },
        {
          at: 'GAP-JOBS-LIST-QUERY | lists/jobs[live] | query | body.error.code',
          shows: ['null', '"INVALID_REQUEST"'],
        },
      ],
    },
    { question: 'jobs_list_default_limit', gap: 'GAP-JOBS-LIST-QUERY', choices: [20, 2, 50], points: [] },
    { question: 'jobs_list_max_limit', gap: 'GAP-JOBS-LIST-QUERY', choices: [100, 20, 1000], points: [] },
    {
      question: 'jobs_list_deleted',
      gap: 'GAP-JOBS-LIST-DELETED',
      choices: ['left_out', 'shown'],
      points: [
        { at: 'GAP-JOBS-LIST-DELETED | lists/jobs[test] | noted | still_listed', shows: ['false', 'true'] },
        { at: 'GAP-JOBS-LIST-DELETED | lists/jobs[live] | noted | still_listed', shows: ['false', 'true'] },
      ],
    },
    {
      question: 'score_range',
      gap: 'GAP-SCORE-RANGE',
      choices: [
        [0, 100],
        [0, 1],
        [-1, 1],
        [0, 5000],
      ],
      points: [
        {
          at: 'GAP-SCORE-RANGE | skin/concerns[second] | done | body.output.concerns[*].score',
          shows: ['[11.2,43.9,43.7,14.3]', '[0.1,0.4,0.4,0.1]', '[-0.8,-0.1,-0.1,-0.7]', '[561.6,2197,2185.6,715.1]'],
        },
        {
          at: 'GAP-SCORE-RANGE | skin/concerns[one] | done | body.output.concerns[*].score',
          shows: ['[21.9]', '[0.2]', '[-0.6]', '[1093]'],
        },
        {
          at: 'GAP-SCORE-RANGE | skin/concerns[third] | done | body.output.concerns[*].score',
          shows: ['[36.9,21.9,59.4,9.3]', '[0.4,0.2,0.6,0.1]', '[-0.3,-0.6,0.2,-0.8]', '[1846.4,1093,2971.5,463.2]'],
        },
        {
          at: 'GAP-SCORE-RANGE | skin/concerns[all-test] | done | body.output.concerns[*].score',
          shows: [
            '[9.3,59.4,21.9,36.9,11.2,43.9,43.7,14.3,22.1,52.7,63.3,38.8]',
            '[0.1,0.6,0.2,0.4,0.1,0.4,0.4,0.1,0.2,0.5,0.6,0.4]',
            '[-0.8,0.2,-0.6,-0.3,-0.8,-0.1,-0.1,-0.7,-0.6,0.1,0.3,-0.2]',
            '[463.2,2971.5,1093,1846.4,561.6,2197,2185.6,715.1,1104.5,2636.7,3165.5,1937.9]',
          ],
        },
        {
          at: 'GAP-SCORE-RANGE | skin/concerns[other] | done | body.output.concerns[*].score',
          shows: ['[38.8]', '[0.4]', '[-0.2]', '[1937.9]'],
        },
        {
          at: 'GAP-SCORE-RANGE | skin/concerns[all] | done | body.output.concerns[*].score',
          shows: [
            '[9.3,59.4,21.9,36.9,11.2,43.9,43.7,14.3,22.1,52.7,63.3,38.8]',
            '[0.1,0.6,0.2,0.4,0.1,0.4,0.4,0.1,0.2,0.5,0.6,0.4]',
            '[-0.8,0.2,-0.6,-0.3,-0.8,-0.1,-0.1,-0.7,-0.6,0.1,0.3,-0.2]',
            '[463.2,2971.5,1093,1846.4,561.6,2197,2185.6,715.1,1104.5,2636.7,3165.5,1937.9]',
          ],
        },
        {
          at: 'GAP-SCORE-RANGE | skin/concerns[first] | done | body.output.concerns[*].score',
          shows: ['[38.8,63.3,52.7,22.1]', '[0.4,0.6,0.5,0.2]', '[-0.2,0.3,0.1,-0.6]', '[1937.9,3165.5,2636.7,1104.5]'],
        },
      ],
    },
    {
      question: 'analysis_version',
      gap: 'GAP-SKIN-VERSION',
      choices: ['default', 'other', 'absent'],
      points: [
        {
          at: 'GAP-SKIN-VERSION | skin/concerns[second] | done | body.output.analysis_version',
          shows: ['"skin-2026-09-draft.1"', '"skin-2027-01.4"', 'null'],
        },
        {
          at: 'GAP-SKIN-VERSION | skin/concerns[one] | done | body.output.analysis_version',
          shows: ['"skin-2026-09-draft.1"', '"skin-2027-01.4"', 'null'],
        },
        {
          at: 'GAP-SKIN-VERSION | skin/concerns[third] | done | body.output.analysis_version',
          shows: ['"skin-2026-09-draft.1"', '"skin-2027-01.4"', 'null'],
        },
        {
          at: 'GAP-SKIN-VERSION | skin/concerns[all-test] | done | body.output.analysis_version',
          shows: ['"skin-2026-09-draft.1"', '"skin-2027-01.4"', 'null'],
        },
        {
          at: 'GAP-SKIN-VERSION | skin/concerns[other] | done | body.output.analysis_version',
          shows: ['"skin-2026-09-draft.1"', '"skin-2027-01.4"', 'null'],
        },
        {
          at: 'GAP-SKIN-VERSION | skin/concerns[all] | done | body.output.analysis_version',
          shows: ['"skin-2026-09-draft.1"', '"skin-2027-01.4"', 'null'],
        },
        {
          at: 'GAP-SKIN-VERSION | skin/concerns[first] | done | body.output.analysis_version',
          shows: ['"skin-2026-09-draft.1"', '"skin-2027-01.4"', 'null'],
        },
      ],
    },
    {
      question: 'makeup_revision',
      gap: 'GAP-MAKEUP-REVISION',
      choices: ['default', 'other', 'absent'],
      points: [
        { at: 'GAP-MAKEUP-REVISION | makeup/outputs[test] | read | body.output.revision', shows: ['1', '7', 'null'] },
        { at: 'GAP-MAKEUP-REVISION | makeup/outputs[live] | read | body.output.revision', shows: ['1', '7', 'null'] },
      ],
    },
    {
      question: 'if_none_match',
      gap: 'GAP-IF-NONE-MATCH',
      choices: ['all_forms', 'one_tag'],
      points: [
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[skin-cancelled] | star | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[skin-cancelled] | listed | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[skin-cancelled] | weak | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[makeup-succeeded] | star | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[makeup-succeeded] | listed | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[makeup-succeeded] | weak | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[makeup-succeeded-test] | star | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[makeup-succeeded-test] | listed | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[makeup-succeeded-test] | weak | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[makeup-failed-test] | star | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[makeup-failed-test] | listed | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[makeup-failed-test] | weak | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[skin-failed] | star | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[skin-failed] | listed | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[skin-failed] | weak | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[skin-succeeded] | star | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[skin-succeeded] | listed | status', shows: ['304', '200'] },
        { at: 'GAP-IF-NONE-MATCH | jobs/etag[skin-succeeded] | weak | status', shows: ['304', '200'] },
      ],
    },
    {
      question: 'late_cancel_billing',
      gap: 'GAP-CANCEL-BILLING',
      choices: ['not_billed', 'billed'],
      points: [
        {
          at: 'GAP-CANCEL-BILLING | cancel/at-work[makeup.apply,live,preparing,succeeded,false] | bill | body.available_units',
          shows: ['10000', '9995'],
        },
        {
          at: 'GAP-CANCEL-BILLING | cancel/races[scripted/picked_up] | bill | body.settled_units',
          shows: ['10000', '9999'],
        },
        {
          at: 'GAP-CANCEL-BILLING | cancel/at-work[skin.analyze,live,picked_up,succeeded,false] | bill | body.available_units',
          shows: ['10000', '9997'],
        },
      ],
    },
    {
      question: 'late_cancel_quota',
      gap: 'GAP-CANCEL-LATE-QUOTA',
      choices: ['while_queued', 'always', 'never'],
      points: [
        { at: 'GAP-CANCEL-LATE-QUOTA | cancel/quota[late-makeup] | refunded | status', shows: ['202', '202', '429'] },
        { at: 'GAP-CANCEL-LATE-QUOTA | cancel/quota[late-skin] | refunded | status', shows: ['429', '202', '429'] },
      ],
    },
    {
      question: 'job_timeout',
      gap: 'GAP-JOB-TIMEOUT',
      choices: [null, 600000, 86400000],
      points: [
        {
          at: 'GAP-JOB-TIMEOUT | jobs/long-waits[makeup.apply,preparing] | stuck | body.status',
          shows: ['"running"', '"failed"', '"failed"'],
        },
        {
          at: 'GAP-JOB-TIMEOUT | jobs/long-waits[makeup.apply,preparing] | stuck | body.error.code',
          shows: ['null', '"PROCESSING_FAILED"', '"PROCESSING_FAILED"'],
        },
        {
          at: 'GAP-JOB-TIMEOUT | jobs/long-waits[skin.analyze,preparing] | stuck | body.status',
          shows: ['"running"', '"failed"', '"failed"'],
        },
        {
          at: 'GAP-JOB-TIMEOUT | jobs/long-waits[skin.analyze,preparing] | stuck | body.error.code',
          shows: ['null', '"PROCESSING_FAILED"', '"PROCESSING_FAILED"'],
        },
        {
          at: 'GAP-JOB-TIMEOUT | jobs/long-waits[makeup.apply,queued] | stuck | body.status',
          shows: ['"queued"', '"failed"', '"failed"'],
        },
        {
          at: 'GAP-JOB-TIMEOUT | jobs/long-waits[makeup.apply,queued] | stuck | body.error.code',
          shows: ['null', '"PROCESSING_FAILED"', '"PROCESSING_FAILED"'],
        },
        {
          at: 'GAP-JOB-TIMEOUT | jobs/long-waits[skin.analyze,queued] | stuck | body.status',
          shows: ['"queued"', '"failed"', '"failed"'],
        },
        {
          at: 'GAP-JOB-TIMEOUT | jobs/long-waits[skin.analyze,queued] | stuck | body.error.code',
          shows: ['null', '"PROCESSING_FAILED"', '"PROCESSING_FAILED"'],
        },
      ],
    },
    {
      question: 'job_timeout_code',
      gap: 'GAP-JOB-TIMEOUT',
      choices: ['PROCESSING_FAILED', 'INPUT_EXPIRED'],
      points: [
        {
          at: 'GAP-JOB-TIMEOUT | jobs/long-waits[makeup.apply,queued] | stuck | body.error.code',
          shows: ['"PROCESSING_FAILED"', '"INPUT_EXPIRED"'],
        },
        {
          at: 'GAP-JOB-TIMEOUT | jobs/long-waits[skin.analyze,queued] | stuck | body.error.code',
          shows: ['"PROCESSING_FAILED"', '"INPUT_EXPIRED"'],
        },
        {
          at: 'GAP-JOB-TIMEOUT | jobs/long-waits[makeup.apply,preparing] | stuck | body.error.code',
          shows: ['"PROCESSING_FAILED"', '"INPUT_EXPIRED"'],
        },
        {
          at: 'GAP-JOB-TIMEOUT | jobs/long-waits[skin.analyze,preparing] | stuck | body.error.code',
          shows: ['"PROCESSING_FAILED"', '"INPUT_EXPIRED"'],
        },
      ],
    },
    {
      question: 'snapshot_retention',
      gap: 'GAP-INPUT-EXPIRED',
      choices: [null, 60000, 2592000000],
      points: [
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[makeup.apply,preparing] | ended | body.status',
          shows: ['"failed"', '"failed"', '"succeeded"'],
        },
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[makeup.apply,preparing] | ended | body.error.code',
          shows: ['"INPUT_EXPIRED"', '"INPUT_EXPIRED"', 'null'],
        },
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[skin.analyze,preparing] | ended | body.status',
          shows: ['"failed"', '"failed"', '"succeeded"'],
        },
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[skin.analyze,preparing] | ended | body.error.code',
          shows: ['"INPUT_EXPIRED"', '"INPUT_EXPIRED"', 'null'],
        },
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[makeup.apply,queued] | ended | body.status',
          shows: ['"failed"', '"failed"', '"succeeded"'],
        },
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[makeup.apply,queued] | ended | body.error.code',
          shows: ['"INPUT_EXPIRED"', '"INPUT_EXPIRED"', 'null'],
        },
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[skin.analyze,queued] | ended | body.status',
          shows: ['"failed"', '"failed"', '"succeeded"'],
        },
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[skin.analyze,queued] | ended | body.error.code',
          shows: ['"INPUT_EXPIRED"', '"INPUT_EXPIRED"', 'null'],
        },
      ],
    },
    {
      question: 'input_expired',
      gap: 'GAP-INPUT-EXPIRED',
      choices: ['when_processing_starts', 'when_it_lapses', 'never'],
      points: [
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[makeup.apply,preparing] | ended | body.status',
          shows: ['"failed"', '"failed"', '"succeeded"'],
        },
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[makeup.apply,preparing] | ended | body.error.code',
          shows: ['"INPUT_EXPIRED"', '"INPUT_EXPIRED"', 'null'],
        },
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[skin.analyze,preparing] | ended | body.status',
          shows: ['"failed"', '"failed"', '"succeeded"'],
        },
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[skin.analyze,preparing] | ended | body.error.code',
          shows: ['"INPUT_EXPIRED"', '"INPUT_EXPIRED"', 'null'],
        },
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[makeup.apply,queued] | ended | body.status',
          shows: ['"failed"', '"failed"', '"succeeded"'],
        },
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[makeup.apply,queued] | ended | body.error.code',
          shows: ['"INPUT_EXPIRED"', '"INPUT_EXPIRED"', 'null'],
        },
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[skin.analyze,queued] | ended | body.status',
          shows: ['"failed"', '"failed"', '"succeeded"'],
        },
        {
          at: 'GAP-INPUT-EXPIRED | jobs/long-waits[skin.analyze,queued] | ended | body.error.code',
          shows: ['"INPUT_EXPIRED"', '"INPUT_EXPIRED"', 'null'],
        },
      ],
    },
    {
      question: 'job_retention',
      gap: 'GAP-RETENTION',
      choices: [604800000, 60000, 3600000, 86400000, 7776000000],
      points: [
        {
          at: 'GAP-RETENTION | assets/fields[makeup.apply,test] | kept | kept_job',
          shows: ['604800000', '60000', '3600000', '86400000', '7776000000'],
        },
        {
          at: 'GAP-RETENTION | assets/fields[skin.analyze,test] | kept | kept_job',
          shows: ['604800000', '60000', '3600000', '86400000', '7776000000'],
        },
        {
          at: 'GAP-RETENTION | assets/fields[makeup.apply,live] | kept | kept_job',
          shows: ['604800000', '60000', '3600000', '86400000', '7776000000'],
        },
        {
          at: 'GAP-RETENTION | assets/fields[skin.analyze,live] | kept | kept_job',
          shows: ['604800000', '60000', '3600000', '86400000', '7776000000'],
        },
      ],
    },
    {
      question: 'job_retention_from',
      gap: 'GAP-RETENTION',
      choices: ['end', 'acceptance'],
      points: [
        { at: 'GAP-RETENTION | assets/fields[makeup.apply,test] | kept | kept_job', shows: ['604800000', '604796000'] },
        { at: 'GAP-RETENTION | assets/fields[skin.analyze,test] | kept | kept_job', shows: ['604800000', '604796000'] },
        { at: 'GAP-RETENTION | assets/fields[makeup.apply,live] | kept | kept_job', shows: ['604800000', '604796000'] },
        { at: 'GAP-RETENTION | assets/fields[skin.analyze,live] | kept | kept_job', shows: ['604800000', '604796000'] },
      ],
    },
    {
      question: 'job_expires_at',
      gap: 'GAP-JOB-EXPIRES-AT',
      choices: ['at_end', 'from_start', 'never'],
      points: [
        {
          at: 'GAP-JOB-EXPIRES-AT | jobs/stages[makeup.apply,test,queued] | read | body.expires_at',
          shows: ['null', '"…"', 'null'],
        },
        {
          at: 'GAP-JOB-EXPIRES-AT | jobs/stages[skin.analyze,live,queued] | read | body.expires_at',
          shows: ['null', '"…"', 'null'],
        },
        {
          at: 'GAP-JOB-EXPIRES-AT | jobs/stages[skin.analyze,test,picked_up] | read | body.expires_at',
          shows: ['null', '"…"', 'null'],
        },
        {
          at: 'GAP-JOB-EXPIRES-AT | jobs/stages[makeup.apply,live,processing] | read | body.expires_at',
          shows: ['null', '"…"', 'null'],
        },
        {
          at: 'GAP-JOB-EXPIRES-AT | jobs/stages[skin.analyze,test,processing] | read | body.expires_at',
          shows: ['null', '"…"', 'null'],
        },
        {
          at: 'GAP-JOB-EXPIRES-AT | jobs/stages[skin.analyze,live,preparing] | read | body.expires_at',
          shows: ['null', '"…"', 'null'],
        },
        {
          at: 'GAP-JOB-EXPIRES-AT | jobs/stages[makeup.apply,test,preparing] | read | body.expires_at',
          shows: ['null', '"…"', 'null'],
        },
        {
          at: 'GAP-JOB-EXPIRES-AT | jobs/stages[makeup.apply,live,picked_up] | read | body.expires_at',
          shows: ['null', '"…"', 'null'],
        },
      ],
    },
    {
      question: 'submit_max_bytes',
      gap: 'GAP-BODY-LIMIT',
      choices: [65536, 2048, 100000000],
      points: [
        { at: 'GAP-BODY-LIMIT | submits/huge-body[makeup.apply] | padded | status', shows: ['413', '413', '202'] },
        {
          at: 'GAP-BODY-LIMIT | submits/huge-body[makeup.apply] | padded | body.error.code',
          shows: ['"PAYLOAD_TOO_LARGE"', '"PAYLOAD_TOO_LARGE"', 'null'],
        },
        { at: 'GAP-BODY-LIMIT | submits/huge-body[skin.analyze] | padded | status', shows: ['413', '413', '202'] },
        {
          at: 'GAP-BODY-LIMIT | submits/huge-body[skin.analyze] | padded | body.error.code',
          shows: ['"PAYLOAD_TOO_LARGE"', '"PAYLOAD_TOO_LARGE"', 'null'],
        },
      ],
    },
    {
      question: 'unknown_body_fields',
      gap: 'GAP-BODY-UNKNOWN-FIELD',
      choices: ['refuse', 'ignore'],
      points: [
        { at: 'GAP-BODY-UNKNOWN-FIELD | submits/open-questions | unknown_field | status', shows: ['400', '202'] },
        {
          at: 'GAP-BODY-UNKNOWN-FIELD | submits/open-questions | unknown_field | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null'],
        },
      ],
    },
    {
      question: 'submit_content_type',
      gap: 'GAP-SUBMIT-CONTENT-TYPE',
      choices: [400, 415, 'accept'],
      points: [
        { at: 'GAP-SUBMIT-CONTENT-TYPE | submits/open-questions | plain_text | status', shows: ['400', '415', '202'] },
        {
          at: 'GAP-SUBMIT-CONTENT-TYPE | submits/open-questions | plain_text | body.error.code',
          shows: ['"INVALID_REQUEST"', '"INVALID_REQUEST"', 'null'],
        },
      ],
    },
    {
      question: 'two_inputs',
      gap: 'GAP-INPUTS-COUNT',
      choices: ['refuse', 'use_first'],
      points: [
        { at: 'GAP-INPUTS-COUNT | submits/open-questions | two | status', shows: ['400', '202'] },
        {
          at: 'GAP-INPUTS-COUNT | submits/open-questions | two | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null'],
        },
        { at: 'GAP-INPUTS-COUNT | submits/open-questions | twice | status', shows: ['400', '202'] },
        {
          at: 'GAP-INPUTS-COUNT | submits/open-questions | twice | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null'],
        },
      ],
    },
    {
      question: 'result_as_input',
      gap: 'GAP-RESULT-AS-INPUT',
      choices: ['refuse', 'not_found', 'accept'],
      points: [
        { at: 'GAP-RESULT-AS-INPUT | submits/open-questions | result | status', shows: ['400', '404', '202'] },
        {
          at: 'GAP-RESULT-AS-INPUT | submits/open-questions | result | body.error.code',
          shows: ['"INVALID_REQUEST"', '"ASSET_NOT_FOUND"', 'null'],
        },
      ],
    },
    {
      question: 'no_concerns',
      gap: 'GAP-SKIN-NO-CONCERNS',
      choices: ['refuse', 'accept'],
      points: [
        { at: 'GAP-SKIN-NO-CONCERNS | skin/open-questions | empty | status', shows: ['400', '202'] },
        {
          at: 'GAP-SKIN-NO-CONCERNS | skin/open-questions | empty | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null'],
        },
      ],
    },
    {
      question: 'visualization_of_other_concern',
      gap: 'GAP-SKIN-VIS-OTHER',
      choices: ['refuse', 'leave_out', 'draw'],
      points: [
        { at: 'GAP-SKIN-VIS-OTHER | skin/open-questions | other | status', shows: ['400', '202', '202'] },
        {
          at: 'GAP-SKIN-VIS-OTHER | skin/open-questions | other | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null', 'null'],
        },
      ],
    },
    {
      question: 'no_products',
      gap: 'GAP-MAKEUP-NO-PRODUCTS',
      choices: ['refuse', 'accept'],
      points: [
        { at: 'GAP-MAKEUP-NO-PRODUCTS | makeup/open-questions | empty | status', shows: ['400', '202'] },
        {
          at: 'GAP-MAKEUP-NO-PRODUCTS | makeup/open-questions | empty | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null'],
        },
      ],
    },
    {
      question: 'color_format',
      gap: 'GAP-COLOR-FORMAT',
      choices: ['hex', 'any', 'hex_without_mark', 'rgb_function'],
      points: [
        { at: 'GAP-COLOR-FORMAT | makeup/open-questions | upper | status', shows: ['202', '202', '400', '400'] },
        {
          at: 'GAP-COLOR-FORMAT | makeup/open-questions | upper | body.error.code',
          shows: ['null', 'null', '"INVALID_REQUEST"', '"INVALID_REQUEST"'],
        },
        { at: 'GAP-COLOR-FORMAT | makeup/open-questions | short | status', shows: ['400', '202', '400', '400'] },
        {
          at: 'GAP-COLOR-FORMAT | makeup/open-questions | short | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null', '"INVALID_REQUEST"', '"INVALID_REQUEST"'],
        },
        { at: 'GAP-COLOR-FORMAT | makeup/open-questions | named | status', shows: ['400', '202', '400', '400'] },
        {
          at: 'GAP-COLOR-FORMAT | makeup/open-questions | named | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null', '"INVALID_REQUEST"', '"INVALID_REQUEST"'],
        },
        { at: 'GAP-COLOR-FORMAT | makeup/open-questions | function | status', shows: ['400', '202', '400', '202'] },
        {
          at: 'GAP-COLOR-FORMAT | makeup/open-questions | function | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null', '"INVALID_REQUEST"', 'null'],
        },
        { at: 'GAP-COLOR-FORMAT | makeup/open-questions | unmarked | status', shows: ['400', '202', '202', '400'] },
        {
          at: 'GAP-COLOR-FORMAT | makeup/open-questions | unmarked | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null', 'null', '"INVALID_REQUEST"'],
        },
      ],
    },
    {
      question: 'opacity_range',
      gap: 'GAP-OPACITY-RANGE',
      choices: [
        [0, 1],
        [0, 100],
        [0.05, 1],
      ],
      points: [
        { at: 'GAP-OPACITY-RANGE | makeup/open-questions | above | status', shows: ['400', '202', '400'] },
        {
          at: 'GAP-OPACITY-RANGE | makeup/open-questions | above | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null', '"INVALID_REQUEST"'],
        },
        { at: 'GAP-OPACITY-RANGE | makeup/open-questions | percent | status', shows: ['400', '202', '400'] },
        {
          at: 'GAP-OPACITY-RANGE | makeup/open-questions | percent | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null', '"INVALID_REQUEST"'],
        },
        { at: 'GAP-OPACITY-RANGE | makeup/open-questions | faint | status', shows: ['202', '202', '400'] },
        {
          at: 'GAP-OPACITY-RANGE | makeup/open-questions | faint | body.error.code',
          shows: ['null', 'null', '"INVALID_REQUEST"'],
        },
        { at: 'GAP-OPACITY-RANGE | makeup/outputs[test] | none | status', shows: ['202', '202', '400'] },
        { at: 'GAP-OPACITY-RANGE | makeup/outputs[live] | none | status', shows: ['202', '202', '400'] },
      ],
    },
    {
      question: 'location_form',
      gap: 'GAP-LOCATION-ORIGIN',
      choices: ['path', 'path_below_base_url', 'relative', 'with_query', 'absolute', 'other_origin'],
      points: [
        {
          at: 'GAP-LOCATION-ORIGIN | submits/accepted[skin.analyze,test,long-dark-wavy.webp,SKIN-OPERATION] | place | place',
          shows: [
            '"below base_url"',
            '"below base_url"',
            '"below base_url"',
            '"below base_url"',
            '"below base_url"',
            '"https://api.tryon.example"',
          ],
        },
        {
          at: 'GAP-LOCATION-ORIGIN | submits/accepted[skin.analyze,live,face,SKIN-OPERATION] | place | place',
          shows: [
            '"below base_url"',
            '"below base_url"',
            '"below base_url"',
            '"below base_url"',
            '"below base_url"',
            '"https://api.tryon.example"',
          ],
        },
        {
          at: 'GAP-LOCATION-ORIGIN | submits/accepted[makeup.apply,test,face,MAKEUP-OPERATION] | place | place',
          shows: [
            '"below base_url"',
            '"below base_url"',
            '"below base_url"',
            '"below base_url"',
            '"below base_url"',
            '"https://api.tryon.example"',
          ],
        },
        {
          at: 'GAP-LOCATION-ORIGIN | submits/accepted[makeup.apply,live,long-dark-wavy.png,MAKEUP-OPERATION] | place | place',
          shows: [
            '"below base_url"',
            '"below base_url"',
            '"below base_url"',
            '"below base_url"',
            '"below base_url"',
            '"https://api.tryon.example"',
          ],
        },
      ],
    },
    {
      question: 'check_order.scope_and_form',
      gap: 'GAP-CHECK-ORDER',
      choices: ['scope_first', 'form_first'],
      points: [
        { at: 'GAP-CHECK-ORDER | submits/open-questions | bad_and_no_scope | status', shows: ['403', '400'] },
        {
          at: 'GAP-CHECK-ORDER | submits/open-questions | bad_and_no_scope | body.error.code',
          shows: ['"INSUFFICIENT_SCOPE"', '"INVALID_REQUEST"'],
        },
      ],
    },
    {
      question: 'check_order.size_and_scope',
      gap: 'GAP-CHECK-ORDER',
      choices: ['scope_first', 'size_first'],
      points: [],
    },
    {
      question: 'check_order.form_and_input',
      gap: 'GAP-CHECK-ORDER',
      choices: ['form_first', 'input_first'],
      points: [
        { at: 'GAP-CHECK-ORDER | submits/open-questions | bad_and_unknown | status', shows: ['400', '404'] },
        {
          at: 'GAP-CHECK-ORDER | submits/open-questions | bad_and_unknown | body.error.code',
          shows: ['"INVALID_REQUEST"', '"ASSET_NOT_FOUND"'],
        },
      ],
    },
    {
      question: 'check_order.input_and_credits',
      gap: 'GAP-CHECK-ORDER',
      choices: ['input_first', 'credits_first'],
      points: [],
    },
    {
      question: 'check_order.credits_and_limits',
      gap: 'GAP-CHECK-ORDER',
      choices: ['credits_first', 'limits_first'],
      points: [],
    },
    {
      question: 'check_order.form_and_limits',
      gap: 'GAP-CHECK-ORDER',
      choices: ['form_first', 'limits_first'],
      points: [],
    },
    {
      question: 'upload_status',
      gap: 'GAP-UPLOAD-STATUS',
      choices: [201, 200, 202],
      points: [
        {
          at: 'GAP-UPLOAD-STATUS | assets/upload-kinds[UPLOAD-JPEG,curly-red.jpeg,test] | upload | status',
          shows: ['201', '200', '202'],
        },
        {
          at: 'GAP-UPLOAD-STATUS | assets/upload-kinds[UPLOAD-PNG,grey-bob.png,test] | upload | status',
          shows: ['201', '200', '202'],
        },
        {
          at: 'GAP-UPLOAD-STATUS | assets/upload-kinds[UPLOAD-WEBP,curly-red.webp,test] | upload | status',
          shows: ['201', '200', '202'],
        },
        {
          at: 'GAP-UPLOAD-STATUS | assets/upload-kinds[UPLOAD-PNG,curly-red.png,live] | upload | status',
          shows: ['201', '200', '202'],
        },
        {
          at: 'GAP-UPLOAD-STATUS | assets/upload-kinds[UPLOAD-JPEG,no-face,live] | upload | status',
          shows: ['201', '200', '202'],
        },
        {
          at: 'GAP-UPLOAD-STATUS | assets/upload-kinds[UPLOAD-JPEG,long-dark-wavy.jpeg,live] | upload | status',
          shows: ['201', '200', '202'],
        },
        {
          at: 'GAP-UPLOAD-STATUS | assets/upload-kinds[UPLOAD-WEBP,afro.webp,live] | upload | status',
          shows: ['201', '200', '202'],
        },
        {
          at: 'GAP-UPLOAD-STATUS | assets/upload-kinds[UPLOAD-WEBP,long-dark-wavy.webp,live] | upload | status',
          shows: ['201', '200', '202'],
        },
      ],
    },
    {
      question: 'upload_max_bytes',
      gap: 'GAP-UPLOAD-LIMIT',
      choices: [10485760, 65536, 1048576, 52428800],
      points: [
        { at: 'GAP-UPLOAD-LIMIT | assets/huge | huge | status', shows: ['413', '413', '413', '201'] },
        {
          at: 'GAP-UPLOAD-LIMIT | assets/huge | huge | body.error.code',
          shows: ['"PAYLOAD_TOO_LARGE"', '"PAYLOAD_TOO_LARGE"', '"PAYLOAD_TOO_LARGE"', 'null'],
        },
      ],
    },
    {
      question: 'image_min_side',
      gap: 'GAP-UPLOAD-DIMENSIONS',
      choices: [32, 1, 200, 512],
      points: [
        {
          at: 'GAP-UPLOAD-DIMENSIONS | assets/open-questions | smallest | status',
          shows: ['400', '201', '400', '400'],
        },
        {
          at: 'GAP-UPLOAD-DIMENSIONS | assets/open-questions | smallest | body.error.code',
          shows: ['"INVALID_REQUEST"', 'null', '"INVALID_REQUEST"', '"INVALID_REQUEST"'],
        },
      ],
    },
    { question: 'image_max_side', gap: 'GAP-UPLOAD-DIMENSIONS', choices: [8192, 500, 2048, 65535], points: [] },
    { question: 'image_max_pixels', gap: 'GAP-UPLOAD-DIMENSIONS', choices: [40000000, 1000000, 268402689], points: [] },
    {
      question: 'broken_image',
      gap: 'GAP-UPLOAD-BROKEN-BODY',
      choices: ['job_fails', 'refuse'],
      points: [
        { at: 'GAP-UPLOAD-BROKEN-BODY | assets/open-questions | broken | status', shows: ['201', '400'] },
        {
          at: 'GAP-UPLOAD-BROKEN-BODY | assets/open-questions | broken | body.error.code',
          shows: ['null', '"INVALID_REQUEST"'],
        },
        { at: 'GAP-UPLOAD-BROKEN-BODY | assets/open-questions | fate | end.body.status', shows: ['"failed"', null] },
        {
          at: 'GAP-UPLOAD-BROKEN-BODY | assets/open-questions | fate | end.body.error.code',
          shows: ['"INPUT_UNPROCESSABLE"', null],
        },
      ],
    },
    {
      question: 'webhook_urls',
      gap: 'GAP-WH-URL',
      choices: ['any', 'strict'],
      points: [{ at: 'GAP-WH-URL | webhooks/not-shown | scheme | scheme', shows: ['"http"', null] }],
    },
    {
      question: 'event_receivers',
      gap: 'GAP-WH-WHICH-ENDPOINTS',
      choices: ['at_creation', 'at_delivery', 'at_submission'],
      points: [{ at: 'GAP-WH-WHICH-ENDPOINTS | webhooks/not-shown | learned | count', shows: ['0', '1', '0'] }],
    },
    {
      question: 'retry_jitter',
      gap: 'GAP-WH-JITTER',
      choices: [
        [-0.2, 0.2],
        [0, 0],
        [0.19, 0.19],
        [-0.2, -0.2],
      ],
      points: [
        {
          at: 'GAP-WH-JITTER | webhooks/retry-kinds[gone] | waited | waited',
          shows: ['[69850,260678]', '[60000,300000]', '[71400,357000]', '[48000,240000]'],
        },
        {
          at: 'GAP-WH-JITTER | webhooks/retry-kinds[reset] | waited | waited',
          shows: ['[69850,260678]', '[60000,300000]', '[71400,357000]', '[48000,240000]'],
        },
        {
          at: 'GAP-WH-JITTER | webhooks/retry-kinds[busy] | waited | waited',
          shows: ['[69850,260678]', '[60000,300000]', '[71400,357000]', '[48000,240000]'],
        },
        {
          at: 'GAP-WH-JITTER | webhooks/retry-kinds[redirect] | waited | waited',
          shows: ['[69850,260678]', '[60000,300000]', '[71400,357000]', '[48000,240000]'],
        },
      ],
    },
    {
      question: 'ping_subscription',
      gap: 'GAP-WH-PING-SUBSCRIBED',
      choices: ['always', 'when_subscribed'],
      points: [
        { at: 'GAP-WH-PING-SUBSCRIBED | webhooks/ping[refused] | unasked | count', shows: ['1', '0'] },
        { at: 'GAP-WH-PING-SUBSCRIBED | webhooks/ping[taken] | unasked | count', shows: ['1', '0'] },
        { at: 'GAP-WH-PING-SUBSCRIBED | webhooks/ping[redirected] | unasked | count', shows: ['1', '0'] },
        { at: 'GAP-WH-PING-SUBSCRIBED | webhooks/ping[reset] | unasked | count', shows: ['1', '0'] },
      ],
    },
    { question: 'failed_ping_counts', gap: 'GAP-WH-PING-SUBSCRIBED', choices: ['counted', 'not_counted'], points: [] },
    {
      question: 'events_while_disabled',
      gap: 'GAP-WH-DISABLED',
      choices: ['lost', 'listed_as_cancelled', 'sent_when_enabled'],
      points: [
        {
          at: 'GAP-WH-DISABLED | webhooks/disabled-after-a-day[enabled-late] | missed | count',
          shows: ['0', '0', '4'],
        },
        {
          at: 'GAP-WH-DISABLED | webhooks/disabled-after-a-day[enabled-soon] | missed | count',
          shows: ['0', '0', '4'],
        },
      ],
    },
    {
      question: 'retention_body',
      gap: 'GAP-WH-RETENTION-BODY',
      choices: ['as_deleted', 'last_job', 'nothing_sent'],
      points: [
        { at: 'GAP-WH-RETENTION-BODY | webhooks/not-shown | resent | count', shows: ['3', '3', '2'] },
        {
          at: 'GAP-WH-RETENTION-BODY | webhooks/not-shown | resent | last.json.data.object.status',
          shows: ['null', '"succeeded"', '"succeeded"'],
        },
        {
          at: 'GAP-WH-RETENTION-BODY | webhooks/not-shown | resent | last.json.data.object.deleted',
          shows: ['true', 'null', 'null'],
        },
      ],
    },
    {
      question: 'resend_attempts',
      gap: 'GAP-WH-RESEND',
      choices: ['from_one', 'go_on'],
      points: [
        {
          at: 'GAP-WH-RESEND | webhooks/resend[delivered-long-ago] | all | last.header.Service-Delivery-Attempt',
          shows: ['"1"', '"2"'],
        },
        {
          at: 'GAP-WH-RESEND | webhooks/resend[delivered-long-ago] | later | last.header.Service-Delivery-Attempt',
          shows: ['"1"', '"2"'],
        },
        {
          at: 'GAP-WH-RESEND | webhooks/resend[pending] | all | last.header.Service-Delivery-Attempt',
          shows: ['"1"', '"3"'],
        },
        {
          at: 'GAP-WH-RESEND | webhooks/resend[delivered] | all | last.header.Service-Delivery-Attempt',
          shows: ['"1"', '"2"'],
        },
        {
          at: 'GAP-WH-RESEND | webhooks/resend[delivered] | later | last.header.Service-Delivery-Attempt',
          shows: ['"2"', '"3"'],
        },
        {
          at: 'GAP-WH-RESEND | webhooks/resend[exhausted] | all | last.header.Service-Delivery-Attempt',
          shows: ['"1"', '"9"'],
        },
        {
          at: 'GAP-WH-RESEND | webhooks/resend[exhausted] | later | last.header.Service-Delivery-Attempt',
          shows: ['"1"', '"9"'],
        },
      ],
    },
    {
      question: 'resend_retries',
      gap: 'GAP-WH-RESEND',
      choices: ['within_the_day', 'never'],
      points: [
        { at: 'GAP-WH-RESEND | webhooks/resend[pending] | later | count', shows: ['5', '4'] },
        { at: 'GAP-WH-RESEND | webhooks/resend[delivered] | later | count', shows: ['3', '2'] },
        {
          at: 'GAP-WH-RESEND | webhooks/resend[delivered] | later | last.header.Service-Delivery-Attempt',
          shows: ['"2"', '"1"'],
        },
      ],
    },
    {
      question: 'previous_secrets',
      gap: 'GAP-WH-TWO-ROTATIONS',
      choices: [1, 2],
      points: [
        {
          at: 'GAP-WH-TWO-ROTATIONS | webhooks/rotation[7d,live,WH-ROTATION-7D] | signatures | signatures',
          shows: ['2', '3'],
        },
        {
          at: 'GAP-WH-TWO-ROTATIONS | webhooks/rotation[26h,test,WH-ROTATION-PERIOD] | signatures | signatures',
          shows: ['2', '3'],
        },
        {
          at: 'GAP-WH-TWO-ROTATIONS | webhooks/rotation[2h,live,WH-ROTATION-PERIOD] | signatures | signatures',
          shows: ['2', '3'],
        },
      ],
    },
  ],
};
