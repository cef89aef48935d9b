// Generates the TypeScript types of the protocol from its JSON Schema (`make gen`).
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const [from, to] = ['../docs/protocol.schema.json', 'src/protocol/types.ts'];
// The generator knows tuples only in the syntax of older drafts of JSON Schema.
const schema = JSON.parse(readFileSync(from, 'utf8'), (_, value) =>
  value?.prefixItems ? { ...value, prefixItems: undefined, items: value.prefixItems, additionalItems: false } : value,
);

const text = await compile(schema, 'KaitenProtocol', {
  additionalProperties: false,
  bannerComment: '// Made by `make gen` from docs/protocol.schema.json; do not edit.',
  unreachableDefinitions: true,
  style: { singleQuote: true, printWidth: 120 },
});
// The schema's root has definitions only: drop its empty interface.
const whole = /(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export interface KaitenProtocol \{[^}]*\}\n/;
writeFileSync(process.argv[2] ?? to, text.replace(whole, ''));
