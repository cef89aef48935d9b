// `make gen`: TypeScript types of everything that goes over the wire, from the protocol's JSON Schema.
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const [from, to] = ['../docs/protocol.schema.json', 'src/protocol/types.ts'];
// The generator knows tuples only as older drafts of JSON Schema wrote them.
const schema = JSON.parse(readFileSync(from, 'utf8'), (_, value) =>
  value?.prefixItems ? { ...value, prefixItems: undefined, items: value.prefixItems, additionalItems: false } : value,
);

const text = await compile(schema, 'KaitenProtocol', {
  additionalProperties: false,
  bannerComment: '// Made by `make gen` from docs/protocol.schema.json; do not edit.',
  unreachableDefinitions: true,
  style: { singleQuote: true, printWidth: 120 },
});
// The whole schema has no value of its own, only definitions.
const whole = /(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export interface KaitenProtocol \{[^}]*\}\n/;
writeFileSync(process.argv[2] ?? to, text.replace(whole, ''));
