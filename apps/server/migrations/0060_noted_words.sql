-- Notes have been searched since the office finds what somebody noted; those that were written before are found by their enquiry from
-- here on. The words are parted as the product parts them (domain, values/words.ts): what is no letter and no digit is between them.
update enquiries e
   set search = array_to_tsvector(tsvector_to_array(e.search) || noted.words)
  from (
    select n.enquiry_id, array_agg(distinct left(w.word, 60)) as words
      from (
        select h.enquiry_id, h.detail ->> 'text' as text,
               row_number() over (partition by h.enquiry_id order by h.position desc) as place
          from enquiry_history h
         where h.kind = 'note' and not h.detail ? 'undone'
           and not exists (
             select from enquiry_history u
              where u.enquiry_id = h.enquiry_id and u.position = h.position + 1
                and u.kind = 'note' and u.detail ? 'undone')) n,
           regexp_split_to_table(
             lower(normalize(n.text, nfc)), '[\u0001-/:-@\u005b-`\u007b-\u00bf\u2000-\u206f]+') as w (word)
     where n.place <= 50 and w.word <> ''
     group by n.enquiry_id) noted
 where noted.enquiry_id = e.id;
