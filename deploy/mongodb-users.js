// Creates the platform's user, with access to its own database and to the state of the replica set, for its metrics.
// The MongoDB image runs this at its first start.
db.getSiblingDB('admin').createUser({
  user: 'utility-api',
  pwd: process.env.MONGODB_PASSWORD,
  roles: [
    { role: 'readWrite', db: process.env.MONGODB_DATABASE || 'utility_api' },
    { role: 'clusterMonitor', db: 'admin' },
  ],
});
