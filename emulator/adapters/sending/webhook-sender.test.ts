import { describe, expect, it } from 'vitest';
import { deferred, openReceivingServer } from '../../testing/receiving-server.ts';
import { createWebhookSender } from './webhook-sender.ts';

/** One attempt to a name that resolves to these addresses. */
async function sentTo(url: string, addresses: readonly string[], allowsMetadata = false) {
  const asked: string[] = [];
  const sender = createWebhookSender({
    timeout: 200,
    allowsMetadata,
    find: (name, _, callback) => {
      asked.push(name);
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
  });
  const sent = await sender.send({ url, headers: {}, body: '{}' });
  await sender.close();
  return { ...sent, asked };
}

describe('an answer', () => {
  it('is decided by its head; only the beginning of an endless body is read', async () => {
    await using server = await openReceivingServer((response) => {
      response.writeHead(202).write('and then ');
      response.on('close', () => closed.resolve());
    });
    const closed = deferred<void>();
    const sender = createWebhookSender({ timeout: 300, allowsMetadata: false });
    const { rest, ...sent } = await sender.send({ url: server.url, headers: {}, body: '{}' });
    expect(sent).toMatchObject({ status: 202, failure: null, answer: '' });
    expect(await rest).toBe('and then ');
    await closed.promise;
    await sender.close();
  });

  it('is read up to the limit that is kept', async () => {
    await using server = await openReceivingServer((response) => {
      response.writeHead(200).write('x'.repeat(1_000));
      setTimeout(() => response.write('x'.repeat(2_000)), 5);
    });
    const sender = createWebhookSender({ timeout: 60_000, allowsMetadata: false });
    const { rest } = await sender.send({ url: server.url, headers: {}, body: '{}' });
    expect(await rest).toBe('x'.repeat(2_048));
    await sender.close();
  });
});

describe('a name', () => {
  it.each([
    [['169.254.169.254'], '169.254.169.254'],
    [['fd00:ec2::254'], 'fd00:ec2::254'],
    [['::ffff:169.254.0.1'], '::ffff:169.254.0.1'],
    [['127.0.0.1', '169.254.1.1'], '169.254.1.1'],
  ])('that resolves to %j is not connected to', async (addresses, refused) => {
    const { answer, ...sent } = await sentTo('http://rebound.test:9/hooks', addresses);
    expect(sent).toMatchObject({ status: null, failure: 'connection', asked: ['rebound.test'] });
    expect(answer).toMatch(new RegExp(`^rebound.test: ${refused} is a link-local address .* is allow$`));
  });

  it('that resolves to loopback is connected to', async () => {
    await using server = await openReceivingServer(204);
    const sent = await sentTo(server.url.replace('127.0.0.1', 'receiver.test'), ['127.0.0.1']);
    expect(sent).toMatchObject({ status: 204, failure: null, asked: ['receiver.test'] });
  });

  it('that does not resolve is a failed connection', async () => {
    expect(await sentTo('http://nowhere.test/', [])).toMatchObject({ failure: 'connection' });
  });
});

describe('a sender', () => {
  it.each([
    ['a name', 'http://receiver.test/', '2002:a9fe:a9fe::1'],
    ['a 6to4 address', 'http://[2002:a9fe:a9fe::1]/', null],
    ['a Teredo address', 'http://[2001:0:808:808::5601:5601]/', null],
    ['a compatible address', 'http://[::169.254.169.254]/', null],
    ['a NAT64 address', 'http://[64:ff9b:1::a9fe:a9fe]/', null],
  ])('sends nothing to %s, which leads to a cloud metadata address', async (_, url, address) => {
    const { answer, ...sent } = await sentTo(url, address === null ? [] : [address]);
    expect(sent).toMatchObject({
      status: null,
      failure: 'connection',
      asked: address === null ? [] : ['receiver.test'],
    });
    expect(answer).toContain('which is blocked unless webhook_metadata_addresses is allow');
  });

  it('does not follow a redirect to one either', async () => {
    await using server = await openReceivingServer((response) => {
      response.writeHead(307, { Location: 'http://[::ffff:0:a9fe:a9fe]/' }).end();
    });
    const sender = createWebhookSender({ timeout: 200, allowsMetadata: false });
    const sent = await sender.send({ url: server.url, headers: {}, body: '{}', followsRedirect: true });
    await sender.close();
    expect(sent.answer).toContain('which is blocked unless webhook_metadata_addresses is allow');
  });
});

describe('a redirect that is followed', () => {
  it.each([
    'http://[::1',
    'http://',
    '//',
    'http://127.0.0.1:99999/',
    'http://a b/',
    'http://xn--/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,hi',
    'ftp://127.0.0.1/',
  ])('is a failed delivery if its Location is %j', async (location) => {
    await using server = await openReceivingServer((response) => {
      response.writeHead(307, { Location: location }).end();
    });
    const sender = createWebhookSender({ timeout: 200, allowsMetadata: false });
    const sent = await sender.send({ url: server.url, headers: {}, body: '{}', followsRedirect: true });
    await sender.close();
    expect(sent).toMatchObject({ status: null, failure: 'connection' });
    expect(sent.answer).not.toBe('');
  });
});

describe('a cloud metadata address', () => {
  it('is not connected to, in any notation', async () => {
    const { asked, answer } = await sentTo('http://0xA9FEA9FE/', ['127.0.0.1']);
    expect(asked).toEqual([]);
    expect(answer).toContain('169.254.169.254 is a link-local address');
  });
});
