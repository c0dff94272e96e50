// Suggestions for the rest of a search.
import { api } from './client.js';

const { suggestions } = await api.webSearch.autocomplete({ q: 'best electric', hl: 'en' });
for (const suggestion of suggestions) console.log(suggestion);
