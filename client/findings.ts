/** What a client notices of a city that does not keep its word. */

export type ClientFinding =
  /** `seq` did not rise, on a connection or across a resume. */
  | 'seq_back'
  /** The city greets with an older `seq` than it had already told: it told what it then lost. */
  | 'city_went_back'
  /** The city says it no longer keeps what was missed. */
  | 'gap'
  /** An error that does not say whether anything happened. */
  | 'applied_unsaid'
  /** 500, or a 502 that is not about the code of a resident: a defect of the city. */
  | 'internal_error';

/** Where a client reports it. */
export interface ClientFindings {
  /** `detail` is a function because most runs find nothing and some would find millions. */
  add(kind: ClientFinding, detail: () => string): void;
}
