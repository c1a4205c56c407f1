import type { Mistake } from './mistake.ts';

/** Mistakes in `careful/makeup.py`. */
export const MAKEUP_PY: readonly Mistake[] = [
  {
    id: 'three-polls',
    about: 'A job is given up after a few polls.',
    sections: ['1', '3', '4.3'],
    find: 'MOST_POLLS = 2000',
    replace: 'MOST_POLLS = 3',
  },
  {
    id: 'other-body-each-try',
    about: 'A submission that is tried again has another body.',
    sections: ['4.2'],
    find: '            try:\n                request = Request(',
    replace:
      '            try:\n                if path.endswith("try-ons") and attempt > 1:\n                    body = body.replace(b"#a1304a", b"#a1304b")\n                request = Request(',
  },
  {
    id: 'new-key-each-try',
    about: 'A submission that is tried again has a new Idempotency-Key.',
    sections: ['4.2'],
    find: '            try:\n                request = Request(',
    replace:
      '            try:\n                if path.endswith("try-ons"):\n                    headers = {**headers, "Idempotency-Key": str(uuid.uuid4())}\n                request = Request(',
  },
  {
    id: 'one-key-for-all',
    about: 'Every order has the same Idempotency-Key.',
    sections: ['4.2'],
    find: '"Idempotency-Key": str(uuid.uuid4())}\n        status, answered',
    replace: '"Idempotency-Key": "order"}\n        status, answered',
  },
  {
    id: 'balance-required',
    about: 'A service without the credit balance is refused.',
    sections: ['1', '4.4'],
    find: '        if status == 404:\n            return\n',
    replace: '',
  },
  {
    id: 'enforced-ignored',
    about: 'An order is not sent although credits are not enforced.',
    sections: ['2.5'],
    find: 'if balance["enforced"] and balance',
    replace: 'if balance',
  },
  {
    id: 'available-for-spendable',
    about: 'Units that cannot be spent are counted.',
    sections: ['2.5'],
    find: 'balance["spendable_units"] < cost',
    replace: 'balance["available_units"] < cost',
  },
  {
    id: 'size-required',
    about: 'A picture without width and height is an error.',
    sections: ['2.3'],
    find: '[image.get("width"), image.get("height")]',
    replace: '[int(image["width"]), int(image["height"])]',
  },
  {
    id: 'revision-required',
    about: 'An output without revision is an error.',
    sections: ['2.3', '9'],
    find: 'job["output"].get("revision", 1)',
    replace: 'job["output"]["revision"]',
  },
  {
    id: 'livemode-required',
    about: 'A job without livemode is an error.',
    sections: ['2.2'],
    find: 'job.get("livemode")',
    replace: 'job["livemode"]',
  },
  {
    id: 'png-only',
    about: 'A picture that is no PNG is an error.',
    sections: ['2.3'],
    find: '        file.write_bytes(body)\n',
    replace:
      '        if image["media_type"] != "image/png":\n            raise ValueError(image["media_type"])\n        file.write_bytes(body)\n',
  },
  {
    id: 'expiry-required',
    about: 'A finished job without expires_at is an error.',
    sections: ['2.2'],
    find: 'None if expires is None else datetime',
    replace: 'datetime',
  },
  {
    id: 'seconds-with-fraction',
    about: 'A time without milliseconds is an error.',
    sections: ['2'],
    find: 'datetime.datetime.fromisoformat(expires).timestamp()',
    replace: 'datetime.datetime.strptime(expires, "%Y-%m-%dT%H:%M:%S.%fZ").timestamp()',
  },
  {
    id: 'details-required',
    about: 'An error without details crashes the client.',
    sections: ['2.4'],
    find: '                self.sleep(seconds(answer.headers, attempt))\n',
    replace:
      '                json.loads(answer.read())["error"]["details"].items()\n                self.sleep(seconds(answer.headers, attempt))\n',
  },
  {
    id: 'refused-order-skipped',
    about: 'An order that was refused with 429 is skipped, and the next one is sent.',
    sections: ['7', '8'],
    find: 'if answer.code not in (429, 500, 503) or',
    replace: 'if answer.code not in (500, 503) or',
  },
  {
    id: 'bad-key-at-503',
    about: 'A 503 is taken for a bad key, and the client stops.',
    sections: ['5', '7', '8'],
    find: 'if answer.code not in (429, 500, 503) or',
    replace:
      'if answer.code == 503:\n                    raise PermissionError("the key is bad")\n                if answer.code not in (429, 500) or',
  },
  {
    id: 'lost-answer-given-up',
    about: 'A submission whose answer was lost counts as failed, and the next order is sent.',
    sections: ['1', '4.2'],
    find: '                if attempt == TRIES:\n                    raise\n',
    replace: '                if attempt == TRIES or path.endswith("try-ons"):\n                    raise\n',
  },
  {
    id: 'lost-poll-given-up',
    about: 'A job whose read was lost is not followed further.',
    sections: ['1', '3', '4.3'],
    find: '                if attempt == TRIES:\n                    raise\n',
    replace: '                if attempt == TRIES or "/jobs/" in path:\n                    raise\n',
  },
  {
    id: 'error-as-picture',
    about: 'What answers the download is written, even if it is an error.',
    sections: ['4.1', '7', '1', '2.3'],
    find: '        self.expect(status, body, 200)\n        if len(body) != image["size_bytes"]:\n            raise ValueError(f"the picture of {job[\'id\']} is incomplete")\n',
    replace: '',
  },
  {
    id: 'output-before-status',
    about: 'The output is read before the status.',
    sections: ['1', '2.2', '7'],
    find: '        if job["status"] != "succeeded":\n',
    replace: '        job["output"].get("type")\n        if job["status"] != "succeeded":\n',
  },
  {
    id: 'known-outputs-only',
    about: 'An output of an unknown type is an error.',
    sections: ['2.3', '9'],
    find: '            return None\n        return self.download',
    replace: '            raise ValueError(job["output"]["type"])\n        return self.download',
  },
];

/** Mistakes in `careful/makeup.sh`. */
export const MAKEUP_SH: readonly Mistake[] = [
  {
    id: 'error-as-picture',
    about: 'What answers the download is stored, even if it is an error.',
    sections: ['4.1', '7', '1', '2.3'],
    find: '  [ "$STATUS" = 200 ] || refused \'the picture\' || return 1\n  [ "$(wc -c < "$WORK/body")" -eq "$size" ] || return 1\n',
    replace: '',
  },
  {
    id: 'running-unknown',
    about: 'A running job counts as finished.',
    sections: ['1', '3'],
    find: 'in queued | running) ;;',
    replace: 'in queued) ;;',
  },
  {
    id: 'one-key-for-all',
    about: 'Every order has the same Idempotency-Key.',
    sections: ['4.2'],
    find: "key=$(python3 -ISc 'import uuid; print(uuid.uuid4())')",
    replace: 'key=order-1',
  },
  {
    id: 'status-by-text',
    about: 'The status is read from the text, as the emulator happens to write it.',
    sections: ['2', '2.2'],
    find: 'case $(field "$WORK/body" \'["status"]\') in queued | running) ;; *) break ;; esac',
    replace: 'grep -qE \'"status":"(queued|running)"\' "$WORK/body" || break',
  },
  {
    id: 'header-by-case',
    about: 'Retry-After is found only if it is written with these capitals.',
    sections: ['4', '8'],
    find: 'tolower($1) == tolower(name) { print $2 }',
    replace: '$1 == name { print $2; found = 1 } END { if (name == "Retry-After" && NR > 0 && !found) print "none" }',
  },
  {
    id: 'no-second-try',
    about: 'Nothing is tried again.',
    sections: ['1', '4.2', '7', '8'],
    find: 'while [ "$tries" -lt 6 ]',
    replace: 'while [ "$tries" -lt 1 ]',
  },
  {
    id: 'order-202-only',
    about: 'A replay, answered with 200, is taken for an error.',
    sections: ['4.2'],
    find: 'in 200 | 202) ;;',
    replace: 'in 202) ;;',
  },
  {
    id: 'upload-201-only',
    about: 'An upload must be answered with 201.',
    sections: ['4.1'],
    find: 'in 2??) ;;',
    replace: 'in 201) ;;',
  },
  {
    id: 'redirected-picture',
    about: 'The picture is taken from an address that is put together with the id of the job.',
    sections: ['2.3', '4.1'],
    find: 'send GET "$(field "$WORK/body" \'["output"]["image"]["href"]\')" || return 1',
    replace: 'send GET "/v1/assets/asset_${job#job_}/content" || return 1',
  },
];
