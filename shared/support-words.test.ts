import { describe, expect, it } from 'vitest'

import { needsReview } from './support-words.ts'

describe('words of support', () => {
  it.each([
    'Get well soon! God bless you.',
    'We dey with you. E go better.',
    'Ire o. Ẹ kú iṣẹ́!',
    'I gave ₦5,000 in 2026.',
    'Thanks.Comfort to you',
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
  ])('wait for a reviewer: %s', (words) => expect(needsReview(words)).toBe(true))
})
