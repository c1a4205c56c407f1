import { createServer } from 'node:http';

/** Nothing but node:http: the shortest start there is. */
const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end('{}');
});

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
