// Run by the image of MongoDB at its first start, as root: the user of the platform, which reaches its own database alone.
db.getSiblingDB('admin').createUser({
  user: 'utility-api',
  pwd: process.env.MONGODB_PASSWORD,
  roles: [{ role: 'readWrite', db: process.env.MONGODB_DATABASE || 'utility_api' }],
});
