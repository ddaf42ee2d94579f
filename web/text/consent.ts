import { consentSentences } from '#shared/consent-sentences.ts'

/** Consents to publish what is about a child or about health. The sentences are stored with a version (shared/consent-sentences.ts). */
export const consentText = {
  title: 'Consent',
  aboutChild: 'The campaign is about a child (a person under 18)',
  guardian: 'Who agreed for the child?',
  guardians: {
    parent: 'I am the child’s parent',
    guardian: 'I am the child’s legal guardian',
    permission: 'A parent or guardian allowed me to publish it',
  },
  aboutHealth: 'The campaign describes the health of a person',
  healthConsentBy: 'Who agreed that it is published?',
  healthConsentByHint:
    'The name of the person, or of the parent or guardian. Only you and our reviewers see it.',
  sentences: { child: consentSentences.child.text, health: consentSentences.health.text },
  withdrawHint:
    'They can withdraw this at any time by writing to us. We then ask you to remove it.',
}
