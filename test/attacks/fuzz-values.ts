import { hostileTexts } from './hostile-texts.ts'
import { hostile } from '../support/cases/hostile-text.ts'

const deepList = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Values of one field, as JSON. */
export const hostileJson: readonly string[] = [
  ...[...hostileTexts, ...hostile].map((text) => JSON.stringify(text)),
  ...['\0', 'a\0b', '\u202E', '\uD800', '\u200B', '\n', '\r\n'.repeat(80), 'x'.repeat(60_000)].map(
    (text) => JSON.stringify(text),
  ),
  '"\\ud800\\udc00\\udc00"',
  '1e308',
  '1e999',
  '-1e999',
  '9007199254740993',
  '99999999999999999999999999999999',
  '-1',
  '0.1',
  'null',
  'true',
  '[]',
  '{}',
  '[null]',
  '{"toString":1,"length":-1}',
  '{"__proto__":{"isAdmin":true}}',
  deepList(500),
  deepList(20_000),
  deepObject(5_000),
]

/** The same values in addresses and forms, where everything is text. */
export const hostileFields: readonly string[] = [
  ...hostileTexts,
  ...hostile,
  '\0',
  'a\0b',
  '\u202Egnp.exe',
  '\r\nset-cookie: a=b',
  '9'.repeat(400),
  '1e308',
  'NaN',
  '-0',
  '..',
  '',
]

/** Path segments and query values as they are sent. */
export const hostileEscapes: readonly string[] = [
  ...hostileFields.map((text) => encodeURIComponent(text.toWellFormed())),
  '%00',
  '%2500',
  '%c2%80',
  '%E0%A4%A',
  '%ff',
  '%',
  '%zz',
  '%2e%2e%2f',
  '..%2f..%2f',
  ';',
  'a'.repeat(8_000),
]

/** Whole bodies. */
export const hostileBodies: readonly Uint8Array[] = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '{"a":1}{"b":2}',
  '{"email":',
  deepList(30_000),
  deepObject(10_000),
  `{"amount":${'9'.repeat(5_000)}}`,
  `[${'0,'.repeat(20_000)}0]`,
  `{${Array.from({ length: 3_000 }, (_, index) => `"field${index}":"x"`).join(',')}}`,
  'a=%00&b=%ff&c=%E0%A4%A',
  `${'a=1&'.repeat(10_000)}a=1`,
].map((text) => new TextEncoder().encode(text))

const boundary = 'fuzz'
const part = (headers: string, content: string) =>
  `--${boundary}\r\n${headers}\r\n\r\n${content}\r\n`
const field = (name: string, content: string) =>
  part(`content-disposition: form-data; name="${name}"`, content)

/** Bodies for `multipart/form-data; boundary=fuzz`, most of them broken. */
export const hostileMultiparts: readonly Uint8Array[] = [
  '',
  `--${boundary}`,
  `--${boundary}--`,
  field('email', 'ada@example.com'),
  `${field('email', 'ada@example.com')}--${boundary}--\r\n`,
  `${field('a\0b', '\0')}--${boundary}--\r\n`,
  `${part('content-disposition: form-data', 'no name')}--${boundary}--\r\n`,
  `${part('nonsense', 'no headers')}--${boundary}--\r\n`,
  `${part('content-disposition: form-data; name="file"; filename="../../x\0.png"\r\ncontent-type: image/png', '\0')}--${boundary}--\r\n`,
  `${part('content-disposition: form-data; name="file"; filename*=utf-8\'\'%00', 'x')}--${boundary}--\r\n`,
  `${part(`content-type: multipart/mixed; boundary=${boundary}`, field('a', 'b'))}--${boundary}--\r\n`,
  `${field('amount', '1').repeat(500)}--${boundary}--\r\n`,
  `--other\r\n${field('email', 'x')}--other--\r\n`,
  `${field('email', 'x').replaceAll('\r\n', '\n')}--${boundary}--\n`,
].map((text) => new TextEncoder().encode(text))

export const contentTypes: readonly string[] = [
  '',
  'application/json',
  'application/json; charset=utf-16',
  'application/json;',
  'APPLICATION/JSON ; charset="utf-8"',
  'application/jsonx',
  'text/plain',
  'text/html',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${boundary}`,
  `multipart/form-data; boundary="${'x'.repeat(300)}"`,
  'multipart/mixed; boundary=fuzz',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-7',
  'image/png',
  '*/*',
  ';;;',
]

export const headerChanges: readonly (readonly [string, string])[] = [
  ['accept', 'application/json'],
  ['accept', 'image/*;q=x'],
  ['accept-encoding', 'br;q=1e9, gzip;q=-1, *;q=0'],
  ['accept-language', 'x'.repeat(4_000)],
  ['content-encoding', 'gzip'],
  ['content-length', '-1'],
  ['cookie', 'language=%00; session=%00'],
  ['cookie', `session=${'x'.repeat(3_000)}`],
  ['cookie', '=; ;;; a'],
  ['idempotency-key', 'x'],
  ['idempotency-key', '..=-=..==aaaaaaaa'],
  ['if-none-match', '"'.repeat(500)],
  ['origin', 'null'],
  ['origin', 'http://['],
  ['range', 'bytes=0-,-1,9-2'],
  ['referer', 'http://['],
  ['x-challenge', `${'9'.repeat(300)} -1`],
  ['x-forwarded-for', '::::,%00, 1.2.3.4.5'],
  ['x-shown-account', '%00'],
]

export const queryNames: readonly string[] = [
  'q',
  'city',
  'country',
  'place',
  'category',
  'state',
  'sort',
  'status',
  'after',
  'limit',
  'tab',
  'w',
  'v',
  'mode',
  'oobCode',
  'done',
  'reference',
  'trxref',
  'card',
  'with',
  'year',
  'page',
  'perPage',
  'next',
  'from',
  'to',
  'use_cursor',
  'code',
]
