import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/** A second of sound as WAV, which every browser plays. */
function tone(): Buffer {
  const samples = 8000;
  const file = Buffer.alloc(44 + samples, 128);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8000, 24);
  file.writeUInt32LE(8000, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples, 40);
  return file;
}

/** A picture of hills under a sky, another one for each number. */
function scene(number: number): string {
  const hue = (number * 67 + 20) % 360;
  const hill = (y: number, lightness: number) =>
    `<path fill="hsl(${hue + 30}, 40%, ${lightness}%)" d="M0 ${y}Q200 ${y - 120} 420 ${y}T800 ${y - 40}V600H0z"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><defs><linearGradient id="sky" x2="0" y2="1">
    <stop stop-color="hsl(${hue}, 60%, 62%)"/><stop offset="1" stop-color="hsl(${hue + 40}, 70%, 84%)"/></linearGradient></defs>
    <rect width="800" height="600" fill="url(#sky)"/><circle cx="560" cy="210" r="64" fill="hsl(${hue + 40}, 90%, 92%)"/>
    ${hill(420, 46)}${hill(480, 36)}${hill(550, 26)}</svg>`;
}

/** A host for the pictures and sounds that pages name, standing for a customer's own. */
export async function mediaHost(): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const number = Number(/\/pictures\/(\d+)/.exec(request.url ?? '')?.[1]);
    if (request.url?.startsWith('/broken')) {
      response.writeHead(404).end();
      return;
    }
    if (Number.isNaN(number)) {
      response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(tone());
      return;
    }
    const drawing = scene(number);
    void sharp(Buffer.from(drawing))
      .jpeg()
      .toBuffer()
      .then((picture) => response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(picture));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
