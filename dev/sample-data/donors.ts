import type { Random } from './random.ts'

/** Invented first and last names, grouped by region so that the combinations are plausible. */
const families = [
  [
    words(
      'Adaeze Uche Kelechi Ifeoma Nnamdi Obinna Amara Chiamaka Ikenna Nkechi Chukwuemeka Ogechi',
    ),
    words('Nwosu Anyanwu Umeh Chukwu Azuka Ike Obiora Udeh Okafor Onuoha'),
  ],
  [
    words(
      'Folake Segun Babatunde Omolara Damilola Funmilayo Kunle Titilayo Dele Olumide Simisola Bukola',
    ),
    words('Ogunleye Afolabi Salako Fashola Ajayi Coker Adebayo Williams Shonibare Bankole'),
  ],
  [
    words(
      'Ibrahim Zainab Maryam Sadiq Hadiza Yakubu Bashir Safiya Abdulrahman Haruna Rukayat Aminu',
    ),
    words('Lawal Yusuf Danjuma Garba Aliyu Pam Kabir Umar Isa Maigari'),
  ],
  [
    words('Blessing Efe Preye Tari Godwin Lami Esther Ebi Idara Osas Terna Joy'),
    words('Akpan Oghene Dokubo Ebi Effiong Bitrus Iorver Amadi Etim Osagie'),
  ],
] as const

/** Name of a donor without an account. */
export function pickGuestName(random: Random): string {
  const [firstnames, lastnames] = random.pick(families)
  return `${random.pick(firstnames)} ${random.pick(lastnames)}`
}

export const encouragements = [
  'May God bless your work.',
  'Well done. Keep going!',
  'From all of us at the Thursday market.',
  'My mother would have loved this.',
  'Small, but from the heart.',
  'I grew up on that street. Thank you.',
  'E go better!',
  'Ẹ ṣé gan-an ni!',
  'Daalụ rinne. Keep us posted.',
  'Na gode. Allah ya saka da alheri.',
  'Greetings from the Class of 2004.',
  'Proud of you people.',
  'For my grandson’s classmates.',
  'Let it be finished before the rains.',
  'You can count on me next month as well.',
] as const

function words(text: string): string[] {
  return text.split(' ')
}
