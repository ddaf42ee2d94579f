import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { mailSamples, typed, type InLanguage } from '#dev/mailbox/mail-samples.ts'
import { staffMailSamples } from '#dev/mailbox/mailbox-routes.ts'
import { languageCodes, type Language } from '#shared/language.ts'
import { testMailSite } from '#test/support/mail/mails.ts'

import type { RenderedMail } from './mail.ts'
import { renderMail } from './render-mail.ts'

const server = join(import.meta.dirname, '../..')
const files = globSync('**/*.ts', { cwd: server })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, source: readFileSync(join(server, file), 'utf8') }))

it('has a sample of each mail for the preview', async () => {
  const writers = files.filter(({ source }) => source.includes("/write-mail.ts'"))
  const modules = await Promise.all(writers.map(({ file }) => import(join(server, file))))
  const written = modules
    .flatMap((module) => Object.keys(module))
    .filter((name) => name.endsWith('Mail'))
  const samples = [...Object.keys(mailSamples), ...Object.keys(staffMailSamples)]
  expect(written.sort()).toEqual(samples.sort())
})

it('writes mails only in exported functions whose names end in Mail', () => {
  const hidden = files.filter(({ source }) => {
    const calls = source.match(/\bwriteMail\(/g)?.length ?? 0
    const functions = source.match(/^export (?:function|const) \w+Mail\b/gm)?.length ?? 0
    return calls > functions
  })
  expect(hidden.map(({ file }) => file)).toEqual([])
})

it.each([
  ["from 'nodemailer'", ['platform/mail/smtp.ts']],
  ['insert into mail_outbox', ['platform/mail/outbox.ts']],
  ['renderMail(', ['platform/mail/outbox.ts', 'platform/mail/render-mail.ts']],
])('sends mails only by the outbox and its template: %s', (words, expected) => {
  const found = files.filter(({ source }) => source.includes(words)).map(({ file }) => file)
  expect(found.sort()).toEqual(expected)
})

const write = (mail: InLanguage, language: Language) => {
  const written = mail({ to: 'ada@example.com', language })
  if (!written) throw new Error('there is no such mail')
  return renderMail(written, testMailSite)
}

/** Links, amounts, codes and numbers, addresses and what people typed. */
function getFacts({ subject, text }: RenderedMail) {
  const found = `${subject}\n${text}`.match(
    /https?:\S+|₦[\d,.]*\d|\S+@ajo\.example|[\dA-Z]+(?:-[\dA-Z]+)+|\d+|Ìyá wa|Ó tó\.|Ó dàbọ̀\./g,
  )
  return [...(found ?? [])].sort()
}

/** Lines, without the labels of links. */
const getSentences = ({ text }: RenderedMail) =>
  text.replaceAll(/^.*:\n(?=https:)/gm, '').split('\n')

describe.each(Object.entries(mailSamples))('%s', (_name, variants) => {
  it.each(languageCodes)('states in %s the facts that it states in English', (language) => {
    for (const mail of variants)
      expect(getFacts(write(mail, language))).toEqual(getFacts(write(mail, 'en')))
  })

  it.each(languageCodes)('names its language in the HTML: %s', (language) => {
    for (const mail of variants)
      expect(write(mail, language).html).toContain(`<html lang="${language}">`)
  })

  it('has no English sentence in Pidgin', () => {
    const quoted = [...typed.reason.split('\n\n'), 'Ajo Ltd, 21 Broad Street, Lagos Island, Lagos']
    for (const mail of variants) {
      const english = getSentences(write(mail, 'en')).filter((line) => line.split(' ').length > 3)
      const pidgin = getSentences(write(mail, 'pcm'))
      expect(english.filter((line) => pidgin.includes(line) && !quoted.includes(line))).toEqual([])
    }
  })
})
