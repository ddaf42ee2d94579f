/** Injection attempts for SQL, GROQ, search patterns, ids and JSON. */
export const hostile = [
  `") || true || ("`,
  `*[_type == "user"]`,
  `$status`,
  `a" match "b`,
  `]{_id} // `,
  `' or 1=1 --`,
  `ajo.words`,
  `drafts.**`,
  `\\" \\u0022`,
  `{"$ref": 1}`,
  `&$x=1`,
]
