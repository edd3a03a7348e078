insert into plans (code, name, licences, price_cents, position) values
  ('solo', 'Solo', 1, 2900, 1),
  ('crew', 'Crew', 5, 11900, 2),
  ('fleet', 'Fleet', 25, 49900, 3);

insert into industries (id, name, position)
select position, name, position
from unnest(array[
  'Air conditioning and refrigeration',
  'Appliance repair',
  'Building and carpentry',
  'Carpet and upholstery cleaning',
  'Cleaning',
  'Electrical',
  'Fencing and gates',
  'Fire protection',
  'Gardening and landscaping',
  'Gas fitting',
  'Glazing',
  'Handyman services',
  'IT and telecommunications',
  'Lift maintenance',
  'Locksmith',
  'Painting and decorating',
  'Pest control',
  'Plumbing',
  'Pool and spa',
  'Property maintenance',
  'Roofing and gutters',
  'Security and CCTV',
  'Solar and batteries',
  'Waste removal',
  'Other'
]) with ordinality as trade (name, position);
