export const challengeHeader = 'x-challenge'
