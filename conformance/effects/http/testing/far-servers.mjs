// A server with TLS that requires a client certificate, a plain server, and a proxy for both, all in a separate
// process. The proxy connects to these two, whatever host is requested.
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { connect } from 'node:net';

const [folder] = process.argv.slice(2);
const read = (name) => readFileSync(`${folder}/${name}`);
const asked = [];

const echo = ({ method, url, headers, socket }, response) => {
  const client = socket.getPeerCertificate?.().subject?.CN ?? null;
  response.end(JSON.stringify({ method, url, headers, client }));
};
const plain = createServer(echo);
const secure = createSecure(
  {
    key: read('server.key'),
    cert: read('server.pem'),
    ca: read('ca.pem'),
    requestCert: true,
    rejectUnauthorized: false,
  },
  echo,
);
const proxy = createServer(({ method, url, headers }, response) => {
  if (url === '/asked') return void response.end(JSON.stringify(asked));
  asked.push({ method, url, as: headers['proxy-authorization'] ?? null });
  const { pathname, search } = new URL(url);
  request({ port: plain.address().port, method, path: pathname + search, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  }).end();
});
proxy.on('connect', ({ method, url, headers }, socket) => {
  asked.push({ method, url, as: headers['proxy-authorization'] ?? null });
  if (url.startsWith('closed.')) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  const onward = connect(secure.address().port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(onward).pipe(socket);
  });
  for (const one of [socket, onward]) one.on('error', () => undefined);
});

const listening = [plain, secure, proxy].map((server) => new Promise((done) => server.listen(0, '127.0.0.1', done)));
await Promise.all(listening);
const [p, s, x] = [plain, secure, proxy].map((server) => server.address().port);
process.stdout.write(`${JSON.stringify({ plain: p, secure: s, proxy: x })}\n`);
process.stdin.resume().on('end', () => process.exit());
