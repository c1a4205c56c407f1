/** What a careful client does, in the most common languages of clients. */
export type Advice = { says: string; code: Readonly<Record<Language, string>> };

const LANGUAGES = ['JavaScript', 'Python', 'shell', 'Java', 'Go'] as const;
export type Language = (typeof LANGUAGES)[number];

const RETRY: Advice = {
  says: 'Send the same request again, with the same Idempotency-Key and body, when its answer is lost, and after Retry-After when it is 429 or 503.',
  code: {
    JavaScript:
      "const headers = { 'Idempotency-Key': key, … }; // made once for each order\nlet answer;\ndo {\n  answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);\n  if (answer?.ok) break;\n  await sleep(Number(answer?.headers.get('Retry-After') ?? 1));\n} while (answer === null || answer.status === 429 || answer.status === 503);",
    Python:
      'key = str(uuid.uuid4())  # once for each order\nwhile True:\n    status, headers = send(order, {"Idempotency-Key": key})  # status is None if the answer is lost\n    if status not in (None, 429, 503):\n        break\n    time.sleep(int(headers.get("Retry-After", 1)))',
    shell:
      'KEY=$(uuidgen)\nuntil curl -sf --retry 5 --retry-all-errors -H "Idempotency-Key: $KEY" -d "$ORDER" "$URL/v1/skin/analyses"; do sleep 1; done',
    Java: 'var request = builder.header("Idempotency-Key", key).build(); // built once, sent until it is answered\nwhile (isLostOrBusy(answer = trySend(request))) Thread.sleep(retryAfter(answer));',
    Go: 'for { // a new request with the same key and body\n\tanswer, err := client.Do(newRequest(order, key))\n\tif err == nil && answer.StatusCode != 429 && answer.StatusCode != 503 { break }\n\ttime.Sleep(retryAfter(answer))\n}',
  },
};

const FOLLOW: Advice = {
  says: 'Poll each accepted job until it is succeeded, failed or cancelled, also after a lost read, a cancellation that was answered with 202, or a missing webhook.',
  code: {
    JavaScript:
      "while (job.status === 'queued' || job.status === 'running') {\n  await sleep(retryAfter);\n  job = await readAgainIfLost(job.id);\n}",
    Python:
      'while job["status"] in ("queued", "running"):\n    time.sleep(retry_after)\n    job = read_again_if_lost(job["id"])',
    shell:
      'until read_job && grep -qE \'"status": ?"(succeeded|failed|cancelled)"\' job.json; do sleep "$RETRY_AFTER"; done',
    Java: 'while (job.status().equals("queued") || job.status().equals("running")) {\n  Thread.sleep(retryAfter);\n  job = readAgainIfLost(job.id());\n}',
    Go: 'for job.Status == "queued" || job.Status == "running" {\n\ttime.Sleep(retryAfter)\n\tjob = readAgainIfLost(job.ID)\n}',
  },
};

const STATUS: Advice = {
  says: 'Check status before output, and keep an output of a type that you do not know.',
  code: {
    JavaScript:
      "if (job.status !== 'succeeded') throw new JobFailed(job.error?.code ?? job.status);\nreturn job.output;",
    Python:
      'if job["status"] != "succeeded":\n    raise JobFailed((job["error"] or {}).get("code", job["status"]))\nreturn job["output"]',
    shell: 'test "$(jq -r .status job.json)" = succeeded || { jq -r .error.code job.json >&2; exit 2; }',
    Java: 'if (!job.status().equals("succeeded")) throw new JobFailed(job.error());\nreturn job.output();',
    Go: 'if job.Status != "succeeded" {\n\treturn nil, JobFailed{job.Error}\n}\nreturn job.Output, nil',
  },
};

const PICTURE: Advice = {
  says: 'Store a picture only if the status is 200 and its size is the size_bytes of the result.',
  code: {
    JavaScript:
      'const bytes = new Uint8Array(await answer.arrayBuffer());\nif (answer.status !== 200 || bytes.length !== result.size_bytes) throw new Error(`no picture: ${answer.status}`);',
    Python: 'if answer.status != 200 or len(data) != result["size_bytes"]:\n    raise NoPicture(answer.status)',
    shell: 'curl -sf -o part "$URL$HREF" && test "$(wc -c < part)" -eq "$SIZE" && mv part picture.png',
    Java: 'if (answer.statusCode() != 200 || answer.body().length != result.sizeBytes()) throw new NoPicture(answer.statusCode());',
    Go: 'if answer.StatusCode != 200 || len(data) != result.SizeBytes {\n\treturn fmt.Errorf("no picture: %d", answer.StatusCode)\n}',
  },
};

const WEBHOOK: Advice = {
  says: 'Verify the raw body: read t once, refuse it if it is more than 300 seconds away, and accept if any v1 matches, compared in constant time.',
  code: {
    JavaScript:
      "const right = createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest();\nconst isGenuine = times.length === 1 && Math.abs(now - t) <= 300 && sums.some((v1) => timingSafeEqual(Buffer.from(v1, 'hex'), right));",
    Python:
      'right = hmac.new(secret.encode(), f"{t}.".encode() + raw_body, "sha256").hexdigest()\ngenuine = len(times) == 1 and abs(time.time() - int(t)) <= 300 and any(hmac.compare_digest(v1, right) for v1 in sums)',
    shell: 'RIGHT=$({ printf "%s." "$T"; cat body; } | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d" " -f1)',
    Java: 'mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));\nmac.update((t + ".").getBytes(UTF_8));\nboolean genuine = sums.stream().anyMatch(v1 -> MessageDigest.isEqual(HexFormat.of().parseHex(v1), right));',
    Go: 'mac := hmac.New(sha256.New, []byte(secret))\nmac.Write([]byte(t + "."))\nmac.Write(rawBody)\ngenuine := hmac.Equal(sum, mac.Sum(nil))',
  },
};

/** By the kind of a proof, or of a duty that is left open. */
const ADVICE: Readonly<Record<string, Advice>> = {
  'second-job': RETRY,
  'retry-with-new-key': RETRY,
  'lost-submission-dropped': RETRY,
  'no-later-try': RETRY,
  'retry-too-soon': RETRY,
  'poll-too-soon': FOLLOW,
  'replay-not-followed': FOLLOW,
  'job-given-up': FOLLOW,
  'job-not-followed': FOLLOW,
  'waits-for-webhook': FOLLOW,
  'cancel-taken-for-end': FOLLOW,
  'failed-output-read': STATUS,
  'failed-job-unnoticed': STATUS,
  'output-not-kept': STATUS,
  'error-taken-for-picture': PICTURE,
  'forged-webhook-accepted': WEBHOOK,
  'genuine-webhook-refused': WEBHOOK,
};

export function adviceFor(kinds: readonly string[]): Advice[] {
  return [...new Set(kinds.flatMap((kind) => ADVICE[kind] ?? []))];
}
