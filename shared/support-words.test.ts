import { describe, expect, it } from 'vitest'

import { claimsStaff, needsReview } from './support-words.ts'

describe('words of support', () => {
  it.each([
    'Get well soon! God bless you.',
    'We dey with you. E go better.',
    'Ire o. Ẹ kú iṣẹ́!',
    'I gave ₦5,000 in 2026.',
    'Thanks.Comfort to you',
    'We raised ₦10,000,000, and ₦1,250,000.00 came since',
    'From 12/05/2026 to 14/05/2026',
    'Allah ya ba da sa’a. Nagode!',
    'Chukwu gozie gi, nwanne m.',
    'Ọlọ́run á bùkún ọ 👨‍👩‍👧',
    'God is good.No be small thing',
    'Well done. To God be the glory',
  ])('are public at once: %s', (words) => expect(needsReview(words)).toBe(false))

  it.each([
    'See https://example.org',
    'See example.com',
    'see example . com now',
    'mail me at a@b',
    'Call 0803 123 4567',
    'Pay to 0123456789',
    'You are a THIEF',
    'ｓｃａｍ',
    'Earn with Crypto today',
    ...['–', '/', '_', '·', ',', '\u200d', '  -  '].map((each) => `0803${each}123${each}4567`),
    '٠٨٠٣١٢٣٤٥٦٧',
    ...['shop', 'africa', 'site', 'online', 'app', 'com.ng'].map((each) => `See evil.${each}`),
    'evil dot com',
    'evil[.]com',
    'evil(.)com',
    'ajo。com',
    '10.0.0.1',
    'bit.ly/x',
    'what\u200dsapp',
    'whаtsapp',
    'wh4tsapp',
    's.c.a.m',
    'ѕсаm',
    'ponz1',
    'http\u200d://evil.shop',
    'Confirm your password at ajo-verify.shop/login or call 0803–123–4567 today',
  ])('wait for a reviewer: %s', (words) => expect(needsReview(words)).toBe(true))
})

describe('a name that claims to be Ajo', () => {
  it.each([
    'Ajo Support',
    'Аjo team',
    'Ajo\u200d-Official',
    'A.j.o Admin',
    'Customer Care',
    'Admin',
  ])('is refused: %s', (name) => expect(claimsStaff(name)).toBe(true))
  it.each(['Ajo Bello', 'Ada Ajo', 'Adminah Okoro', 'Ajoke', 'A supporter'])('is not: %s', (name) =>
    expect(claimsStaff(name)).toBe(false),
  )
})
