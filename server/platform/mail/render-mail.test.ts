import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'

import { listMails } from '#dev/mailbox/mailbox-routes.ts'
import { openMailServer } from '#test/support/mail/mail-server.ts'
import { plainMail, testMailSite } from '#test/support/mail/mails.ts'
import { escapeMarkup } from '#shared/escape-markup.ts'
import { renderMail } from './render-mail.ts'
import { smtpTransport } from './smtp.ts'

const { publicUrl } = testMailSite
const kinds = listMails(testMailSite)
const id = '11111111-2222-4333-8444-555555555555'

it.each(kinds)('has the same words and links in text and HTML: %s', (_name, variants) => {
  for (const { text, html } of variants) {
    const lines = text.split('\n').filter((line) => line !== '' && line !== '--')
    for (const line of lines) expect(html).toContain(escapeMarkup(line.replace(/:$/, '')))
    const links = [...html.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) => link)
    expect(links).toEqual(lines.filter((line) => line.startsWith('https:')).map(escapeMarkup))
  }
})

it.each(kinds)('loads nothing but our own pictures, and runs nothing: %s', (_name, variants) => {
  for (const { html } of variants) {
    expect(html).not.toMatch(/<(?:script|link|iframe|form|table)|url\(|@import| on\w+=/)
    for (const [, source = ''] of html.matchAll(/ src="([^"]*)"/g))
      expect(source).toMatch(/^(?:cid:logo@ajo$|https:\/\/ajo\.example\/(?:share|images)\/)/)
    for (const [, link = ''] of html.matchAll(/ href="([^"]*)"/g))
      expect(new URL(link.replaceAll('&amp;', '&')).origin).toBe(publicUrl)
  }
})

it('names the controller, the registration, the support address and the reason', () => {
  const { text, html } = renderMail(plainMail('ada@example.com', 'Hello'), testMailSite)
  for (const line of [
    'You get this email because this address belongs to an account on Ajo.',
    'Questions? Write to help@ajo.example.',
    'Ajo Ltd, 21 Broad Street, Lagos Island, Lagos',
    'Nigeria Data Protection Commission: NDPC/1',
  ])
    for (const part of [text, html]) expect(part).toContain(line)
})

it('leaves out the lines that no setting fills', () => {
  const controller = { name: null, address: [], registration: null }
  const { text } = renderMail(plainMail('ada@example.com', 'Hello'), {
    ...testMailSite,
    controller,
  })
  expect(text).toBe(
    'Hello\n\n--\n\nYou get this email because this address belongs to an account on Ajo.\nQuestions? Write to help@ajo.example.\n',
  )
})

it('escapes the words of people', () => {
  const words = '<img src=x onerror=alert(1)> & "more"'
  const { html } = renderMail(plainMail('ada@example.com', words), testMailSite)
  expect(html).not.toContain('<img src=x')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;more&quot;')
})

it('sends each kind of mail as a program that expects no reply, and mails to lists with a way to leave them', async () => {
  await using server = await openMailServer()
  const transport = smtpTransport({ url: server.url, from: 'no-reply@ajo.example', publicUrl })
  const sent = kinds.flatMap(([, each]) => each.slice(0, 1))
  for (const mail of sent)
    expect(await transport.send({ ...mail, id })).toEqual({ kind: 'accepted' })
  for (const [index, { raw }] of server.received.entries()) {
    const { headers, messageId, html, attachments } = await PostalMime.parse(raw)
    const get = (name: string) => headers.find(({ key }) => key === name)?.value
    expect(get('auto-submitted')).toBe('auto-generated')
    expect(messageId).toBe(`<${id}@ajo.example>`)
    const kind = sent[index]?.kind
    const url = kind === 'transactional' ? undefined : kind?.unsubscribeUrl
    expect(get('list-unsubscribe')).toBe(url && `<${url}>`)
    expect(get('list-unsubscribe-post')).toBe(url && 'List-Unsubscribe=One-Click')
    expect(html).toContain(url === undefined ? '' : `href="${url}"`)
    expect(attachments).toMatchObject([{ contentId: '<logo@ajo>', disposition: 'inline' }])
  }
  const lists = kinds.filter(([, each]) => each.some(({ kind }) => kind !== 'transactional'))
  expect(lists.map(([name]) => name)).toEqual([
    'thankYouMail',
    'updateMail',
    'digestMail',
    'endMail',
  ])
})
