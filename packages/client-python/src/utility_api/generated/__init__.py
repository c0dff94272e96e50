# Made from openapi.json by `npm run generate`; changes here are lost.

