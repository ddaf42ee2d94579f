import { expect, it } from 'vitest'

import { redactTitle } from './redact-title.ts'

it.each([
  ['Help Tunde walk again', ['Tunde Bakare'], 'Help … walk again'],
  ['Tunde Bakare’s surgery', ['TUNDE BAKARE'], '…’s surgery'],
  ['Omi fún Ọlá', ['Ola Ade'], 'Omi fún …'],
  ['A well for Ife', ['Ada Obi'], 'A well for Ife'],
  ['ADA-OBI fund', ['Ada', 'Obi'], '… fund'],
  ['Adaobi’s fund', ['Ada Obi'], 'Adaobi’s fund'],
])('turns %j with the names %j into %j', (title, names, redacted) => {
  expect(redactTitle(title, names)).toBe(redacted)
})

it('compares composed and decomposed letters alike', () => {
  expect(redactTitle('Omi fún Ọ̀ṣun'.normalize('NFD'), ['Ọ̀ṣun'.normalize('NFC')])).toBe(
    'Omi fún …'.normalize('NFC'),
  )
})
