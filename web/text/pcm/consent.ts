import type { Translation } from '#shared/translation.ts'

import type { consentText as english } from '../consent.ts'

export const consentText: Translation<typeof english> = {
  title: 'Consent',
  aboutChild: 'The campaign concern pikin (person wey never reach 18)',
  guardian: 'Who gree for the pikin?',
  guardians: {
    parent: 'I be the pikin papa or mama',
    guardian: 'I be the pikin legal guardian',
    permission: 'The papa, mama or guardian gree make I show am',
  },
  aboutHealth: 'The campaign talk about person health',
  healthConsentBy: 'Who gree make we show am?',
  healthConsentByHint:
    'The name of the person, or of the papa, mama or guardian. Na only you and our reviewers dey see am.',
  sentences: {
    child:
      'I be the pikin papa, mama or legal guardian, or dem gree, and I gree make dem show the pikin story and pictures.',
    health:
      'The person wey the campaign talk about im health gree well well make we show am. If na pikin, the papa, mama or guardian gree.',
  },
  withdrawHint:
    'Dem fit change mind any time if dem write us. We go then ask you make you comot am.',
}
