const maxLength = 300

/** An error message for people who run Ajo: without addresses, links, codes and long numbers. */
export function hidePersonalData(message: string): string {
  return message
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')
    .replaceAll(/\bhttps?:\/\/\S+/g, '[link]')
    .replaceAll(/\b(sk|pk)_(test|live)_\w+/g, '[key]')
    .replaceAll(
      /(?<![\w-])(?=[\w-]*[A-Za-z])(?=[\w-]*\d)(?![0-9a-f]{8}-[0-9a-f]{4}-)[\w-]{24,}/g,
      '[code]',
    )
    .replaceAll(/(?<![\w-])\+?\d[\d ]{6,}\d(?![\w-])/g, '[number]')
    .slice(0, maxLength)
}
