// Asks for a queue's name before all of its jobs, or many, are done away with.
const CLEARS = /\/api\/queues\/([^/]+)\/(?:empty|obliterate|clean\/[^/]+)$/;
const { open, send } = XMLHttpRequest.prototype;
const clears = new WeakMap();

XMLHttpRequest.prototype.open = function (method, url, ...rest) {
  const [, queue] = CLEARS.exec(new URL(url, location.href).pathname) ?? [];
  if (queue && method.toUpperCase() !== 'GET') clears.set(this, decodeURIComponent(queue));
  return open.call(this, method, url, ...rest);
};

XMLHttpRequest.prototype.send = function (body) {
  const queue = clears.get(this);
  if (queue) {
    const named = window.prompt(`This does away with jobs of the queue ${queue}. Type its name to go on.`) ?? '';
    this.setRequestHeader('X-Queue-Name', encodeURIComponent(named.trim()));
  }
  return send.call(this, body);
};
