import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Language } from '#shared/language.ts'
import { casesSchema } from '#shared/moderation.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openAccountApp, openBrowser } from '#test/support/people/account-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { mailsTo } from '#test/support/mail/mails.ts'
import { openMoneyApp, type MoneyApp } from '#test/support/money/money-app.ts'
import { readPdfText } from '#test/support/documents/pdf-text.ts'
import {
  ada,
  as,
  bola,
  chidi,
  createPerson,
  visitor,
  type Person,
} from '#test/support/people/people.ts'

import { texts } from '../../text/texts.ts'
import { saveLanguage } from './reader-language.ts'

const { database, owner } = await freshDatabase()

type Browser = ReturnType<typeof openBrowser>

const password = 'mango rain 47'
const email = 'ngozi@example.com'
const signUpForm = {
  firstname: 'Ngozi',
  lastname: 'Eze',
  email,
  gender: 'Female',
  password,
  confirmPassword: password,
  terms: true,
}
const post = (browser: Browser, path: string, body?: unknown) =>
  browser.request(path, { method: 'POST', ...(body !== undefined && { body }) })
const choose = (browser: Browser, language: Language) =>
  browser.request('/language', {
    method: 'POST',
    body: new TextEncoder().encode(`language=${language}`),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

describe('the mails of an account', () => {
  const open = async () => {
    const account = await openAccountApp({ database, owner })
    const subjects = async (to = email) => (await account.mailsTo(to)).map(({ subject }) => subject)
    return { subjects, browser: () => openBrowser(account.app, visitor) }
  }
  const en = texts.en.account
  const pcm = texts.pcm.account

  it('follow the language in which the person signed up', async () => {
    const { subjects, browser } = await open()
    const hers = browser()
    await choose(hers, 'pcm')
    await post(hers, '/api/account', signUpForm)
    expect(await subjects()).toEqual([pcm.verification.subject])
  })

  it('follow a choice from the next mail on, and queued mails stay as they are', async () => {
    const { subjects, browser } = await open()
    const hers = browser()
    await post(hers, '/api/account', signUpForm)
    await choose(hers, 'pcm')
    await post(hers, '/api/account/verification')
    await post(browser(), '/api/account/reset', { email })
    await subjects()
    await choose(hers, 'en')
    await post(hers, '/api/account/verification')
    expect(await subjects()).toEqual([
      en.verification.subject,
      pcm.verification.subject,
      pcm.reset.subject,
      en.verification.subject,
    ])
  })

  it('follow the language of the browser that logs in, if one was chosen there', async () => {
    const { subjects, browser } = await open()
    await createPerson(database, ada, { password })
    const hers = browser()
    await choose(hers, 'pcm')
    await post(hers, '/api/session', { email: ada.email, password })
    await post(browser(), '/api/session', { email: ada.email, password })
    expect(await subjects(ada.email)).toEqual([pcm.notices.newDevice.subject])
  })

  it('do not follow the language of someone else who types the address', async () => {
    const { subjects, browser } = await open()
    await createPerson(database, ada, { password })
    const stranger = browser()
    await choose(stranger, 'pcm')
    await post(stranger, '/api/account/reset', { email: ada.email })
    await post(stranger, '/api/account', { ...signUpForm, email: ada.email })
    expect((await subjects(ada.email)).sort()).toEqual(
      [en.reset.subject, en.signUpAttempt.subject].sort(),
    )
  })
})

it.each(['en', 'pcm'] as const)(
  'writes to an owner in %s what a reviewer decided, and quotes the reviewer',
  async (language) => {
    const { app, content, tasks } = await openMoneyApp({ database, owner })
    await createPerson(database, ada)
    const reviewer = await createPerson(database, chidi)
    await saveLanguage(database, ada.uid, language)
    const { id, title } = await insertCampaignBy(content, ada, 'approved')
    const reason = 'Please say how the money will be spent.'
    const report = { reason: 'fraud', details: 'The photos show another village.' }
    await as(app, visitor)(`/api/campaigns/${id}/reports`, { method: 'POST', body: report })
    const listed = await (await as(app, reviewer)('/api/cases')).json()
    const [opened] = z.parse(casesSchema, listed).cases
    await as(app, reviewer)(`/api/cases/${opened?.id}/freeze`, { method: 'POST', body: { reason } })
    const { moderation, moderationSentences } = texts[language]
    const { decisions, reports, reviewerWrote } = moderation
    const { subject, lead } = decisions.freeze
    const [mail] = await mailsTo(owner, tasks, ada.email)
    expect(mail?.subject).toBe(`${subject}: ${title}`)
    expect(mail?.text).toContain(
      [
        lead({ title }),
        reports({ reasons: moderationSentences.reasons.fraud }),
        reviewerWrote,
        reason,
      ].join('\n\n'),
    )
  },
)

describe('the receipt of a donation', () => {
  let at: MoneyApp
  let donor: Person
  let accessCode: string

  beforeEach(async () => {
    at = await openMoneyApp({ database, owner })
    await createPerson(database, ada)
    donor = await createPerson(database, bola)
  })

  const inPidgin = 'language=pcm'
  const cookie = (who: Person, language: string) => ({ cookie: `${who.cookie}; ${language}` })

  async function donate(who: Parameters<typeof as>[1]) {
    const campaign = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2027-06-01' })
    const response = await as(at.app, who)(`/api/campaigns/${campaign.id}/donations`, {
      method: 'POST',
      body: { amount: '5,000', email },
      headers: { 'idempotency-key': randomUUID() },
    })
    accessCode = ((await response.json()) as { accessCode: string }).accessCode
    const reference = at.provider.lastReference()
    await at.pay(reference)
  }
  const receipts = async () => {
    const mails = await mailsTo(owner, at.tasks, email)
    return mails.map(({ subject, html }) => [subject, /lang="(\w+)"/.exec(html)?.[1]])
  }
  const subject = (language: Language) => texts[language].receipt.mail.subject({ sum: '₦5,000.00' })

  it.each([
    [inPidgin, 'pcm'],
    ['language=en', 'en'],
    ['a=b', 'en'],
  ] as const)('is mailed to a guest with the cookie "%s" in %s', async (sent, language) => {
    await donate({ cookie: sent })
    expect(await receipts()).toEqual([[subject(language), language]])
  })

  it('is mailed to a donor with an account in the present language of the account', async () => {
    await donate(cookie(donor, 'language=en'))
    await saveLanguage(database, donor.uid, 'pcm')
    expect(await receipts()).toEqual([[subject('pcm'), 'pcm']])
  })

  it('is a PDF in the language of the request, with the same facts and signature', async () => {
    await donate({ cookie: inPidgin })
    await receipts()
    const download = async (language: Language) => {
      const path = `/api/donations/${accessCode}/receipt.pdf`
      const response = await as(at.app, { cookie: `language=${language}` })(path)
      const pdf = Buffer.from(await response.arrayBuffer())
      return { text: readPdfText(pdf), lang: /\/Lang \((.*?)\)/.exec(pdf.toString('latin1'))?.[1] }
    }
    const [english, pidgin] = [await download('en'), await download('pcm')]
    expect([english.lang, pidgin.lang]).toEqual(['en-NG', 'pcm-NG'])
    expect(english.text).toContain(texts.en.receipt.pdf.verify)
    expect(pidgin.text).toContain(texts.pcm.receipt.pdf.verify)
    expect(pidgin.text).not.toContain(texts.en.receipt.pdf.verify)
    const facts = (text: string) =>
      text.match(/₦\S+|\d{4}-\S+|Code: \S+|https:\S+|\w{16}|[\w+/]{40,}={0,2}/g)
    expect(facts(pidgin.text)).toEqual(facts(english.text))
    expect(facts(pidgin.text)?.length).toBeGreaterThan(3)
  })

  it('stands in a statement in the language of the request', async () => {
    await donate(donor)
    const path = '/api/statements/2026/statement.pdf'
    const response = await as(at.app, cookie(donor, inPidgin))(path)
    const text = readPdfText(Buffer.from(await response.arrayBuffer()))
    expect(text).toContain(texts.pcm.receipt.statement.title({ year: 2026 }))
    expect(text).toContain(
      texts.pcm.receipt.statement.sums({
        donated: '₦5,000.00',
        refunded: '₦0.00',
        net: '₦5,000.00',
      }),
    )
  })
})
