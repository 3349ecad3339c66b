/** Turkish texts about outgoing webhooks. */
import type { ENGLISH_OUTGOING } from "./outgoing.en.ts";

export const TURKISH_OUTGOING: Readonly<Record<keyof typeof ENGLISH_OUTGOING, string>> = {
  "outgoing.address": "https:// ile başlayan, kullanıcı adı ve parola içermeyen bir adres girin.",
  "outgoing.address_of_slack": "Bu bir Slack adresi. Alıcı olarak Slack’i seçin.",
  "outgoing.address_of_teams": "Bu bir Microsoft Teams adresi. Alıcı olarak Microsoft Teams’i seçin.",
  "outgoing.backtest_failed": "Geriye dönük test başarısız oldu",
  "outgoing.backtest_finished": "Geriye dönük test tamamlandı",
  "outgoing.company": "Clew",
  "outgoing.company_joined": "{subject} şirkete katıldı",
  "outgoing.delivery_not_found": "Böyle bir teslimat yok. Teslimatlar 30 gün saklanır.",
  "outgoing.dropped": "Bildirilecek öğe artık yok ya da kısıtlandı; bu yüzden hiçbir şey gönderilmedi.",
  "outgoing.events": "Bu olay burada seçilemez.",
  "outgoing.failed_for_a_day":
    "Bir gün boyunca hiçbir şey teslim edilemedi. Alıcıyı denetleyin, webhook’u sınayın ve yeniden açın.",
  "outgoing.gone": "Alıcı bu adresin artık kullanılmadığını bildirdi (410). Yeni adresiyle bir webhook oluşturun.",
  "outgoing.delivery_replays":
    "Bu teslimat bir saat içinde {max} kez yeniden gönderildi. Önce alıcının yanıtına bakın, sonra yeniden deneyin.",
  "outgoing.replays":
    "Bu webhook'un teslimatları bir saat içinde {max} kez yeniden gönderildi. Daha sonra yeniden deneyin.",
  "outgoing.is_waiting": "Bu teslimat zaten gönderilmeyi bekliyor.",
  "outgoing.issue_changed": "Değişti: {subject}",
  "outgoing.issue_closed": "Kapatıldı: {subject}",
  "outgoing.issue_commented": "Yeni yorum: {subject}",
  "outgoing.issue_opened": "Açıldı: {subject}",
  "outgoing.issue_reopened": "Yeniden açıldı: {subject}",
  "outgoing.limit": "Burada en çok {max} webhook olabilir. Önce birini kaldırın.",
  "outgoing.invoice_issued": "Fatura kesildi: {subject}",
  "outgoing.credit_note_issued": "İade faturası düzenlendi: {subject}",
  "outgoing.member_added": "{actor} bir projeye üye ekledi: {subject}",
  "outgoing.member_removed": "{actor} bir projeden üye çıkardı: {subject}",
  "outgoing.member_role_changed": "{actor} proje rolünü değiştirdi: {subject}, yeni rol {role}",
  "outgoing.no_answer": "Alıcı {seconds} saniye içinde yanıt vermedi.",
  "outgoing.no_secret": "Slack ve Microsoft Teams imza denetlemez; yenilenecek bir gizli anahtar yok.",
  "outgoing.not_found": "Böyle bir webhook yok.",
  "outgoing.only_of_projects":
    "Slack ve Microsoft Teams bir projede ayarlanır; çünkü bir kanal tek bir projeye aittir.",
  "outgoing.project_created": "{actor} proje oluşturdu: {subject}",
  "outgoing.project_deleted": "{actor} projeyi sildi: {subject}",
  "outgoing.request_closed": "Birleştirilmeden kapatıldı: {subject}",
  "outgoing.request_merged": "Birleştirildi: {subject}",
  "outgoing.request_opened": "Açıldı: {subject}",
  "outgoing.rule_matched": "{rule} kuralı: {subject}",
  "outgoing.search_matched": "{count, plural, one {# yeni eşleşme: {search}} other {# yeni eşleşme: {search}}}",
  "outgoing.slack_action_prohibited":
    "Slack bu webhook’un oraya yazmasına izin vermiyor (action_prohibited). Çalışma alanının bir yöneticisine başvurun.",
  "outgoing.slack_channel_is_archived":
    "Slack kanalı arşivlenmiş (channel_is_archived). Slack’te başka bir kanal için webhook oluşturun.",
  "outgoing.slack_channel_not_found":
    "Slack kanalı bulamıyor (channel_not_found). Slack’te başka bir kanal için webhook oluşturun.",
  "outgoing.slack_no_service": "Slack bu webhook’u artık tanımıyor. Slack’te yenisini oluşturun.",
  "outgoing.slack_refused": "Slack iletiyi kabul etmedi ({word}).",
  "outgoing.status": "Alıcı {status} durum koduyla yanıt verdi.",
  "outgoing.sync_failed": "Eşitleme başarısız oldu: {subject}",
  "outgoing.sync_recovered": "Eşitleme yeniden çalışıyor: {subject}",
  "outgoing.teams_gone": "Microsoft Teams bu iş akışını artık tanımıyor. Teams’te yenisini oluşturun.",
  "outgoing.teams_refused": "Microsoft Teams iletiyi kabul etmedi.",
  "outgoing.test": "Bu bir sınamadır. Clew’un iletileri buraya ulaşıyor.",
  "outgoing.too_many": "Alıcı daha az istek bekliyor (429). Clew, istenen süre kadar bekler.",
  "outgoing.user_removed": "{actor} şirketten çıkardı: {subject}",
  "outgoing.user_role_changed": "{actor} şirket rolünü değiştirdi: {subject}, yeni rol {role}",
};
