// Sends back what it is sent, until nobody sends any more: see listen.ts. As a native handle, none of it accepts anything here.
process.on('message', (message, handle) => process.send?.(message, handle));
process.on('disconnect', () => process.exit(0));
