-- Who is called by a name in what is said: residents by the first word of their names.
create index chronicle_subject_first_word on chronicle_subject (split_part(name, ' ', 1)) where starts_with(id, 'resident:');
