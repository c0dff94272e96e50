// Shows every message that comes to a port of this machine, and whether it is signed with SECRET:
//   SECRET=whsec_… node features/docs/receivers/show.mjs 4000
import { createServer } from 'node:http';
import { verify } from './verify.mjs';

const { SECRET = '' } = process.env;

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  try {
    console.log(request.headers['webhook-id'], verify(SECRET, request.headers, body));
    response.end();
  } catch (error) {
    console.log(`refused: ${error.message}`, body);
    response.writeHead(401).end();
  }
}).listen(Number(process.argv[2]), '127.0.0.1');
