/** Violations of the city's contract that a client notices. */

export type ClientFinding =
  /** `seq` did not rise, on a connection or across a resume. */
  | 'seq_back'
  /** The city greets with an older `seq` than it had sent: it published what it then lost. */
  | 'city_went_back'
  /** The city no longer keeps events that were missed. */
  | 'gap'
  /** An error that does not say whether the request was carried out. */
  | 'applied_unsaid'
  /** 500, or a 502 that is not about the code of a resident: a defect of the city. */
  | 'internal_error';

/** Where a client reports it. */
export interface ClientFindings {
  /** `detail` is a function because most runs find nothing and some would find millions. */
  add(kind: ClientFinding, detail: () => string): void;
}
