/**
 * True for passwords that are guessed first: a common word with digits or symbols around it, a keyboard sequence, a repeated
 * piece, or the person's address. Checked offline, so that no password is sent to another service.
 */
export function isCommonPassword(password: string, email: string): boolean {
  const text = password.toLowerCase()
  return (
    isRepeated(text) ||
    isSequence(text) ||
    commonWords.has(bareWord(text)) ||
    isAddress(text, email)
  )
}

const isRepeated = (text: string) => /^(.{1,4})\1+.{0,3}$/s.test(text)

const sequences = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'asdfghjkl;',
  'zxcvbnm,./',
]
const allSequences = sequences
  .flatMap((keys) => [keys, keys.split('').toReversed().join('')])
  .join('\n')

/** At most four sequences of at least three keys: 'qwerty123', 'abc12345', 'asdf1234'. */
function isSequence(text: string): boolean {
  let rest = text
  for (let pieces = 0; pieces < 4 && rest !== ''; pieces++) {
    const piece = longestSequence(rest)
    if (piece < 3) return false
    rest = rest.slice(piece)
  }
  return rest === ''
}

function longestSequence(text: string): number {
  let length = 0
  while (length < text.length && allSequences.includes(text.slice(0, length + 1))) length++
  return length
}

const leet: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/** 'P@ssw0rd2024!' and '123password' are both 'password'. */
function bareWord(text: string): string {
  const trimmed = text.replace(/^[\d\W_]{0,128}/, '').replace(/[\d!@#$%^&*().,?_-]{1,128}$/, '')
  return trimmed.replace(/[@431!0$57]/g, (character) => leet[character] ?? character)
}

function isAddress(text: string, email: string): boolean {
  const [name = ''] = email.split('@')
  return text === email || (name.length >= 4 && bareWord(text) === bareWord(name))
}

const commonWords = new Set(
  `password passwort passw passwd pass pword letmein welcome admin administrator root login secret changeme default
  guest master user username test testing tester temp qwerty qwertz azerty asdf asdfgh zxcvbn abc abcd iloveyou
  iloveu loveyou ilove lovely love lover loveme sunshine princess prince angel angels monkey dragon shadow football
  baseball basketball soccer hockey superman batman spiderman pokemon naruto starwars michael jordan jennifer
  jessica ashley daniel thomas andrew charlie anthony robert joshua matthew jonathan nicole michelle amanda
  hannah samantha elizabeth benjamin william maggie buster ginger pepper cookie chocolate banana flower butterfly
  summer winter autumn spring monday sunday december january freedom whatever trustno trustnoi mustang corvette
  ferrari mercedes yamaha harley killer hunter ranger soldier warrior blink computer internet google facebook
  samsung android windows microsoft iphone apple liverpool arsenal chelsea barcelona realmadrid manchester
  manutd juventus nigeria lagos abuja naija jesus jesuschrist christ blessed blessing blessings god godisgood
  godislove mygod amen favour favor grace gracious mercy glory peace faith success victory money moneyman
  rich family mother father mummy daddy brother sister baby babygirl babyboy sweet sweety sweetheart honey hello
  helloworld access server system security crowdfunding donate donation charity campaign ajo`.split(
    /\s+/,
  ),
)
