import { createServer } from 'node:http';

/** A receiver that reads what it is sent, and is down. */
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(500, { 'Content-Length': 0 }).end());
});

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
