import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { splitStyles } from '../../../scripts/split-styles.ts'
import { toDocumentStyles } from './document-styles.ts'

const sheet = [
  '@supports (a:b){*{--tw-a:0;--tw-b:0}}',
  ':root{--ink:#000;--paper:var(--white);--white:#fff;--unused:1px}',
  'body{margin:0;color:var(--ink)}',
  '.a{--tw-a:1;top:var(--tw-a)}.b\\/5{background:var(--paper)}@media (width>=40rem){.sm\\:a{top:1px}',
  '.\\[\\&\\>p\\]\\:c>p{left:0}}:where(.space>:not(:last-child)){left:0}.group-hover\\:d:is(:where(.group):hover *){right:0}',
  '.spin{animation:1s turn}',
  '@media (prefers-color-scheme:dark){:root{--ink:#fff;--unused:2px}}',
  '@keyframes turn{to{rotate:360deg}}@property --tw-a{syntax:"*";inherits:false}@property --tw-b{syntax:"*";inherits:false}',
].join('')
const toStyles = (html: string) => toDocumentStyles(splitStyles(sheet), html).text
const dark = '@media (prefers-color-scheme:dark){:root{--ink:#fff}}'

it('contains what needs no class, with the definitions that it uses, where a document has no class', () => {
  expect(toStyles('<p>text</p>')).toBe(`:root{--ink:#000}body{margin:0;color:var(--ink)}${dark}`)
})

it('contains the rules of the classes in a document, with all definitions that they use', () => {
  expect(toStyles('<p class="a other">text</p><p class="b/5">text</p>')).toBe(
    [
      '@supports (a:b){*{--tw-a:0}}',
      ':root{--ink:#000;--paper:var(--white);--white:#fff}',
      'body{margin:0;color:var(--ink)}',
      '.a{--tw-a:1;top:var(--tw-a)}.b\\/5{background:var(--paper)}',
      dark,
      '@property --tw-a{syntax:"*";inherits:false}',
    ].join(''),
  )
})

it.each([
  ['sm:a', '@media (width>=40rem){.sm\\:a{top:1px}}'],
  ['[&amp;&gt;p]:c', '.\\[\\&\\>p\\]\\:c>p{left:0}'],
  ['space', ':where(.space>:not(:last-child)){left:0}'],
  ['group-hover:d', '.group-hover\\:d:is(:where(.group):hover *){right:0}'],
  ['spin', '@keyframes turn{to{rotate:360deg}}'],
])('finds the rule of the class %s', (name, rule) => {
  expect(toStyles('<p class="group"></p>')).not.toContain(rule)
  expect(toStyles(`<p class="x ${name}"></p>`)).toContain(rule)
})

it('has the hash with which a policy allows the text', () => {
  const { text, hash } = toDocumentStyles(splitStyles(sheet), '<p class="a"></p>')
  expect(hash).toBe(`sha256-${createHash('sha256').update(text).digest('base64')}`)
})
