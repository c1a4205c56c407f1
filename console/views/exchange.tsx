import { named, valueText } from '../../shared/report/compared-text.ts';
import { get } from '../api/control.ts';
import type { Exchange } from '../api/types.ts';
import { asCurl } from '../parts/as-code.ts';
import { Card, Code, Empty, Facts, Json, Page, PageWithout, Text, When } from '../parts/basics.tsx';
import { sentenceOf } from '../parts/explain.ts';
import { useLive } from '../parts/use-live.ts';

export function ExchangePage({ serial }: { serial: number }) {
  const { value, problem } = useLive(async () => {
    const [found] = await get<Exchange[]>(`/journal?after=${serial - 1}&before=${serial + 1}&limit=1`);
    if (found === undefined) throw new Error(`exchange ${serial} is not in the journal, or has been dropped`);
    return found;
  }, [serial]);
  if (value === null) return <PageWithout title={`Exchange ${serial}`} problem={problem} />;
  const { method, path, query } = value;
  const asked = `${method} ${path}`;
  return (
    <Page title={asked} about={value.route === asked ? '' : (value.route ?? 'no route has this path')}>
      {value.because && (
        <Card title="Why it was refused" class="is-refusal">
          <p>{sentenceOf(value)}</p>
          <Facts
            rows={[
              ['Request id', <span class="mono">{value.requestId}</span>],
              ...Object.entries(value.because.compared).map(
                ([name, is]) => [named(name), <span class="break">{valueText(is)}</span>] as const,
              ),
            ]}
          />
        </Card>
      )}
      <Card title="Details">
        <Facts
          rows={[
            ['No.', String(value.serial)],
            ['At', <When at={value.at} />],
            ['Status', <Code status={value.status} />],
            ['Key', <span class="mono">{value.key ?? 'none'}</span>],
            ['Query', <span class="mono break">{query || 'none'}</span>],
            ['Fault', value.fault ?? 'none'],
          ]}
        />
      </Card>
      <div class="columns">
        <Side title="Request" headers={value.requestHeaders} body={value.requestBody} />
        <Side title="Answer" headers={value.responseHeaders} body={value.responseBody} />
      </div>
      <Card title="As curl">
        <Text of={asCurl(value, location.origin)} label="the request as curl" />
        <p class="soft">The journal masks the key: replace it with yours.</p>
      </Card>
    </Page>
  );
}

function Side({ title, headers, body }: { title: string; headers: Record<string, string>; body: string | null }) {
  return (
    <Card title={title}>
      <h3>Headers</h3>
      <Facts
        rows={Object.entries(headers).map(([name, value]) => [name, <span class="mono break">{value}</span>] as const)}
      />
      <h3>Body</h3>
      {body ? (
        <Json of={body} label={`${title}, body`} />
      ) : (
        <Empty>{body === null ? 'Empty, or not text.' : 'Empty.'}</Empty>
      )}
    </Card>
  );
}
